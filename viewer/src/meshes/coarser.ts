/** Meshes of very many facets with fewer of them, for while something moves and drawing is slow. */

import { BufferAttribute, BufferGeometry, Vector3 } from "three";

/** Below this number of facets all are drawn. */
const MANY = 150_000;
/** Into how many cells the longest side of a mesh is cut; the corners within one become one. */
const CELLS = 150;
/** Of a surface that much is left at least; less is left of scattered facets, of which every so many-th is drawn then. */
const LEAST = 0.02;

const made = new WeakMap<BufferGeometry, BufferGeometry>();

/** The same corners with fewer facets; what was given where it has few. */
export function coarser(geometry: BufferGeometry): BufferGeometry {
  const position = geometry.getAttribute("position");
  const facets = (geometry.index ?? position).count / 3;
  if (facets < MANY) return geometry;
  let found = made.get(geometry);
  if (found === undefined) {
    found = new BufferGeometry();
    for (const [name, attribute] of Object.entries(geometry.attributes)) found.setAttribute(name, attribute);
    found.setIndex(new BufferAttribute(fewer(geometry), 1));
    found.boundingSphere = geometry.boundingSphere;
    found.boundingBox = geometry.boundingBox;
    made.set(geometry, found);
  }
  return found;
}

function fewer(geometry: BufferGeometry): Uint32Array {
  const count = (geometry.index ?? geometry.getAttribute("position")).count;
  for (let cells = CELLS; ; cells /= 2) {
    const kept = merged(geometry, cells);
    if (kept.length < LEAST * count) return some(geometry, count);
    if (kept.length < 3 * MANY) return kept;
  }
}

function merged(geometry: BufferGeometry, cells: number): Uint32Array {
  const position = geometry.getAttribute("position");
  const { index } = geometry;
  const count = (index ?? position).count;
  if (geometry.boundingBox === null) geometry.computeBoundingBox();
  const size = geometry.boundingBox?.getSize(new Vector3()) ?? new Vector3(1, 1, 1);
  const least = geometry.boundingBox?.min ?? new Vector3();
  const cell = Math.max(size.x, size.y, size.z, 1e-12) / cells;
  const across = Math.floor(size.x / cell) + 1;
  const deep = Math.floor(size.y / cell) + 1;
  const first = new Uint32Array(across * deep * (Math.floor(size.z / cell) + 1)); // of each cell its first corner, from 1
  const corner = (i: number): number => {
    const at = index === null ? i : index.getX(i);
    const x = Math.floor((position.getX(at) - least.x) / cell);
    const y = Math.floor((position.getY(at) - least.y) / cell);
    const where = x + across * (y + deep * Math.floor((position.getZ(at) - least.z) / cell));
    if (first[where] === 0) first[where] = at + 1;
    return first[where] - 1;
  };
  const kept = new Uint32Array(count);
  let used = 0;
  for (let i = 0; i + 2 < count; i += 3) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    if (a === b || b === c || c === a) continue;
    kept[used++] = a;
    kept[used++] = b;
    kept[used++] = c;
  }
  return kept.slice(0, used);
}

function some({ index }: BufferGeometry, count: number): Uint32Array {
  const every = Math.ceil(count / 3 / MANY);
  const kept = new Uint32Array(Math.ceil(count / 3 / every) * 3);
  for (let i = 0, k = 0; i + 2 < count; i += 3 * every) {
    for (let corner = i; corner < i + 3; corner++) kept[k++] = index === null ? corner : index.getX(corner);
  }
  return kept;
}
