/** Signs that keep their size on the screen, one draw call for all of a kind; never larger than fits the robot. */

import { type BufferGeometry, Color, DoubleSide, FrontSide, InstancedMesh, Matrix4, MeshBasicMaterial, Vector3 } from "three";
import { ON_TOP } from "../stage/over.ts";
import type { Stage } from "../stage/stage.ts";

export interface Glyph {
  link: number;
  /** Its position in the link's frame. */
  local: Matrix4;
  color?: Color;
  /** What a click on it means; the owner knows. */
  index: number;
}

export interface GlyphStyle {
  geometry: BufferGeometry;
  /** Size on the screen. */
  pixels: number;
  /** Size in the world that it never exceeds, m. */
  largest: number;
  /** Seen through whatever is before it. */
  onTop?: boolean;
  /** What is behind it is seen through it. */
  opacity?: number;
}

export class Glyphs {
  readonly mesh: InstancedMesh<BufferGeometry, MeshBasicMaterial>;
  private world: Matrix4[] = [];

  constructor(
    readonly glyphs: readonly Glyph[],
    private readonly style: GlyphStyle,
  ) {
    const material = new MeshBasicMaterial({
      vertexColors: style.geometry.hasAttribute("color"),
      transparent: style.onTop === true || style.opacity !== undefined, // on top is drawn last, without depths (Stage)
      opacity: style.opacity ?? 1,
      depthWrite: style.opacity === undefined,
      side: style.opacity === undefined ? FrontSide : DoubleSide,
    });
    this.mesh = new InstancedMesh(style.geometry, material, glyphs.length);
    this.mesh.frustumCulled = false;
    if (style.onTop) this.mesh.renderOrder = ON_TOP + 1;
    glyphs.forEach((glyph, i) => this.mesh.setColorAt(i, glyph.color ?? new Color(1, 1, 1)));
  }

  place(links: readonly Matrix4[]): void {
    this.world = this.glyphs.map(({ link, local }) => links[link].clone().multiply(local));
  }

  /** Before each frame. */
  scale(stage: Stage): void {
    const at = new Vector3();
    const matrix = new Matrix4();
    const forward = stage.camera.getWorldDirection(new Vector3());
    this.world.forEach((world, i) => {
      at.setFromMatrixPosition(world).sub(stage.camera.position);
      const size = Math.min(stage.pixel(at.dot(forward)) * this.style.pixels, this.style.largest);
      this.mesh.setMatrixAt(i, matrix.makeScale(size, size, size).premultiply(world));
    });
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }

  /** Where a sign is, in the world. */
  at(index: number): Vector3 {
    return new Vector3().setFromMatrixPosition(this.world[index]);
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.dispose();
    this.mesh.material.dispose();
  }
}
