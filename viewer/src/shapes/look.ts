/** How a surface looks, and the materials that show it: as few as can be, since colours are the instances' own. */

import { DoubleSide, FrontSide, LinearFilter, MeshPhongMaterial, MeshStandardMaterial, type Texture } from "three";
import { Color, SRGBColorSpace } from "three";
import type { Material, Vec3 } from "../format.ts";
import { SOFTWARE } from "../stage/software.ts";
import { smaller } from "./textures.ts";

export interface Look {
  color: Color;
  opacity: number;
  emissive: Vec3 | null;
  map: Texture | null;
  vertexColors: boolean;
  doubleSided: boolean;
  /** Of PBR, from 0 to 1. */
  metalness: number;
  roughness: number;
  /** Draws nearer to the eye than what has the same surface. */
  lifted: boolean;
}

export const PLAIN: Look = {
  color: srgb([0.76, 0.77, 0.79]),
  opacity: 1,
  emissive: null,
  map: null,
  vertexColors: false,
  doubleSided: true,
  metalness: 0,
  roughness: 0.65,
  lifted: false,
};

export function srgb(color: readonly (number | null)[]): Color {
  const part = (i: number): number => Math.min(Math.max(color[i] ?? 0, 0), 1);
  return new Color().setRGB(part(0), part(1), part(2), SRGBColorSpace);
}

export function lookOf(material: Material, map: Texture | null): Look {
  const alpha = material.color[3];
  return {
    ...PLAIN,
    color: map ? new Color(1, 1, 1) : srgb(material.color),
    opacity: Number.isFinite(alpha) ? Math.min(Math.max(alpha, 0), 1) : 1,
    emissive: material.emissive?.some((part) => part > 0) ? material.emissive : null,
    map,
    metalness: material.metalness ?? PLAIN.metalness,
    roughness: material.roughness ?? PLAIN.roughness,
  };
}

export type Surface = MeshPhongMaterial | MeshStandardMaterial;

/** The materials of a look. */
export interface Surfaces {
  /** As good as can be. */
  still: Surface;
  /** For while something moves and drawing is slow; of forms whose backs are never seen, where these are `closed`. */
  hurried: (closed: boolean) => Surface;
}

/** Scaling a picture down by halves takes the processor longer than all else that PR2 needs until it is seen. */
function unscaled(map: Texture): void {
  map.generateMipmaps = false;
  map.minFilter = LinearFilter;
}

/** How much of a metal is one: there is nothing around that it could mirror, and it would be black. */
const MIRRORED = 0.5;

/** One material for each kind of look. */
export class Materials {
  private readonly known = new Map<string, Surface>();
  /** Whether surfaces are drawn as PBR has it. */
  physical = false;

  surfaces(look: Look): Surfaces {
    return { still: this.of(look, look.map !== null), hurried: (closed) => this.hurried(look, closed && look.opacity === 1) };
  }

  private hurried(look: Look, closed: boolean): Surface {
    const small = look.map && smaller(look.map);
    const doubleSided = look.doubleSided && !closed;
    return this.of({ ...look, doubleSided, map: small?.texture ?? look.map }, small?.holed ?? look.map !== null);
  }

  private of(look: Look, holed: boolean): Surface {
    const key = this.key(look);
    let material = this.known.get(key);
    if (material === undefined) {
      const seeThrough = look.opacity < 1;
      const shared = {
        transparent: seeThrough,
        opacity: look.opacity,
        depthWrite: !seeThrough,
        map: look.map,
        alphaTest: holed ? 0.05 : 0,
        vertexColors: look.vertexColors,
        side: look.doubleSided ? DoubleSide : FrontSide,
        polygonOffset: look.lifted,
        polygonOffsetFactor: -1,
        polygonOffsetUnits: -1,
      };
      material = this.physical
        ? new MeshStandardMaterial({ ...shared, metalness: look.metalness * MIRRORED, roughness: look.roughness })
        : new MeshPhongMaterial({ ...shared, specular: 0x161616, shininess: 24 }); // so that black things have a form
      if (look.emissive) material.emissive = srgb(look.emissive);
      if (look.map?.generateMipmaps && SOFTWARE) unscaled(look.map);
      this.known.set(key, material);
    }
    return material;
  }

  key(look: Look): string {
    return [
      this.physical ? `${look.metalness} ${look.roughness}` : "",
      look.opacity.toFixed(3),
      look.emissive?.join() ?? "",
      look.map?.uuid ?? "",
      look.vertexColors,
      look.doubleSided,
      look.lifted,
    ].join("|");
  }

  dispose(): void {
    for (const material of this.known.values()) {
      material.map?.dispose();
      material.dispose();
    }
    this.known.clear();
  }
}
