/** A loaded mesh as parts to be drawn: geometry, look, and pose in the mesh. */

import { Box3, type BufferGeometry, Color, type Material, Matrix4, Mesh as Drawn, type Object3D, type Texture, Vector3 } from "three";
import { PLAIN, type Look } from "../shapes/look.ts";
import { cleaned } from "./cleaning.ts";

export interface Part {
  geometry: BufferGeometry;
  look: Look;
  local: Matrix4;
  /** Whether the file itself says how it looks. */
  coloured: boolean;
  names: string[];
}

export interface PartsOfMesh {
  parts: Part[];
  dropped: number;
  hidden: number;
}

/** Throws where nothing can be drawn. */
export function partsOf(root: Object3D): PartsOfMesh {
  root.updateMatrixWorld(true);
  const parts: Part[] = [];
  let dropped = 0;
  let hidden = 0;
  let facets = 0;
  root.traverse((object) => {
    if (!(object instanceof Drawn)) return;
    const mesh = object as Drawn;
    facets += mesh.geometry.hasAttribute("position") ? mesh.geometry.getAttribute("position").count : 0;
    for (const [geometry, material] of byMaterial(mesh)) {
      const result = cleaned(geometry);
      if (result === null) continue;
      dropped += result.dropped;
      hidden += result.hidden;
      const look = lookOfFile(material, result.geometry.hasAttribute("color"));
      parts.push({
        geometry: result.geometry,
        look: look ?? PLAIN,
        local: finite(mesh.matrixWorld),
        coloured: look !== null,
        names: namesOf(mesh),
      });
    }
  });
  if (parts.length === 0) throw new Error(facets > 0 ? "no facet of finite numbers" : "there are no facets in it");
  return { parts, dropped, hidden };
}

function finite(matrix: Matrix4): Matrix4 {
  return matrix.elements.every(Number.isFinite) ? matrix.clone() : new Matrix4();
}

function namesOf(mesh: Drawn): string[] {
  const names = [mesh.geometry.name];
  for (let object: Object3D | null = mesh; object !== null; object = object.parent) names.push(object.name);
  return names.filter(Boolean);
}

/** The facets of each material; a mesh may have several in one geometry. */
function byMaterial(mesh: Drawn): [BufferGeometry, Material | undefined][] {
  if (!Array.isArray(mesh.material)) return [[mesh.geometry, mesh.material]];
  const { geometry, material: materials } = mesh;
  return geometry.groups.map((group) => {
    const part = geometry.clone();
    part.clearGroups();
    const order: number[] = [];
    for (let i = group.start; i < group.start + group.count; i++) order.push(geometry.index ? geometry.index.getX(i) : i);
    part.setIndex(order);
    return [part, materials[group.materialIndex ?? 0]];
  });
}

interface Coloured extends Material {
  color?: Color;
  map?: Texture | null;
  emissive?: Color;
}

/** Null where the file says nothing, and the loader took a material of its own. */
function lookOfFile(material: Coloured | undefined, hasColors: boolean): Look | null {
  const vertexColors = hasColors && material?.vertexColors === true;
  if (material === undefined) return null;
  if (material.name === "" && !material.map && !vertexColors && isWhite(material.color)) return null;
  return {
    ...PLAIN,
    color: material.color?.clone() ?? new Color(1, 1, 1),
    opacity: material.transparent ? Math.min(Math.max(material.opacity, 0), 1) : 1,
    emissive: null,
    map: isPicture(material.map) ? material.map : null,
    vertexColors,
  };
}

/** A texture whose picture was not to be had would be drawn as nothing. */
function isPicture(map: Texture | null | undefined): map is Texture {
  const image = map?.image as { width?: number } | null | undefined;
  return (image?.width ?? 0) > 0;
}

function isWhite(color: Color | undefined): boolean {
  return color === undefined || (color.r > 0.99 && color.g > 0.99 && color.b > 0.99);
}

/** The parts of one submesh, around its own centre if that is asked for. */
export function submesh(all: readonly Part[], name: string | null, center: boolean): Part[] {
  const chosen = name === null ? all : all.filter((part) => part.names.includes(name));
  if (chosen.length === 0) throw new Error(`there is no submesh ${JSON.stringify(name)} in it`);
  if (!center || name === null) return [...chosen];
  const box = new Box3();
  for (const part of chosen) {
    part.geometry.computeBoundingBox();
    if (part.geometry.boundingBox) box.union(part.geometry.boundingBox.clone().applyMatrix4(part.local));
  }
  const middle = box.getCenter(new Vector3());
  const back = new Matrix4().makeTranslation(-middle.x, -middle.y, -middle.z);
  return chosen.map((part) => ({ ...part, local: back.clone().multiply(part.local) }));
}
