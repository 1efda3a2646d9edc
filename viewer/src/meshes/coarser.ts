/** Meshes as their size on the screen asks for, for while something moves and drawing is slow. */

import { BufferAttribute, BufferGeometry, Vector3 } from "three";

/** Below this number of facets all are drawn. */
const FEW = 300;
/** Into how many cells the longest side of a mesh is cut, at least and at most; the corners within one become one. */
const CELLS_LEAST = 8;
const CELLS_MOST = 128;
/** How wide such a cell is on the screen, pixels. */
const CELL = 6;
/** Into how many parts each side of a picture is cut; corners in different parts are kept apart, as seams go through there. */
const PATCHES = 12;
/** No more facets than that are drawn of a mesh; a surface has fewer, if it is one. */
const MANY = 150_000;
/** Of a surface that much is left at least; less is left of scattered facets, of which every so many-th is drawn then. */
const LEAST = 0.02;

export interface Coarse {
  geometry: BufferGeometry;
  /** Whether it encloses a space, its facets turned outwards: from outside their backs are never seen. */
  closed: boolean;
}

/** Of a geometry its coarser forms, by their cells. */
const made = new WeakMap<BufferGeometry, Map<number, Coarse>>();

/** The same corners with fewer facets, of a mesh that is that many pixels wide. */
export function coarser(geometry: BufferGeometry, pixels: number): Coarse {
  const facets = (geometry.index ?? geometry.getAttribute("position")).count / 3;
  let cells = CELLS_LEAST;
  while (cells < CELLS_MOST && (cells * CELL < pixels || facets < FEW)) cells *= 2;
  return form(geometry, cells, facets < FEW);
}

function form(geometry: BufferGeometry, cells: number, whole: boolean): Coarse {
  const forms = made.get(geometry) ?? begun(geometry);
  let found = forms.get(cells);
  if (found === undefined) {
    // what is finer is the sooner gone through the coarser it is
    const finer = [...forms.keys()].filter((other) => other > cells).sort((a, b) => a - b);
    found = merged(forms.get(finer[0])?.geometry ?? geometry, cells);
    if (whole) found.geometry = geometry;
    const { index } = found.geometry;
    if (index !== null && index.count > 3 * MANY && cells > CELLS_LEAST) found = form(geometry, cells / 2, whole);
    forms.set(cells, found);
  }
  return found;
}

function begun(geometry: BufferGeometry): Map<number, Coarse> {
  const forms = new Map<number, Coarse>();
  made.set(geometry, forms);
  geometry.addEventListener("dispose", () => {
    for (const form of forms.values()) if (form.geometry !== geometry) form.geometry.dispose();
    forms.clear();
  });
  return forms;
}

/** A geometry with the corners in each cell as one; the box around it is that of the mesh. */
function merged(from: BufferGeometry, cells: number): Coarse {
  const { index } = from;
  const { position, normal, uv } = from.attributes as Record<string, BufferAttribute | undefined>;
  if (position === undefined) return { geometry: from, closed: false };
  const count = (index ?? position).count;
  if (from.boundingBox === null) from.computeBoundingBox();
  const size = from.boundingBox?.getSize(new Vector3()) ?? new Vector3(1, 1, 1);
  const least = from.boundingBox?.min ?? new Vector3();
  const cell = Math.max(size.x, size.y, size.z, 1e-12) / cells;
  const across = Math.floor(size.x / cell) + 1;
  const deep = Math.floor(size.y / cell) + 1;
  const cellOf = (at: number): number => {
    const x = Math.floor((position.getX(at) - least.x) / cell);
    const y = Math.floor((position.getY(at) - least.y) / cell);
    return x + across * (y + deep * Math.floor((position.getZ(at) - least.z) / cell));
  };
  /** The corner that stands in each cell, and those of each kind, which are put there. */
  const places = new Map<number, number>();
  const kinds = new Map<number, number>();
  const corners: number[] = [];
  /** Corners in a cell that face the same way and have about the same place in a picture are one. */
  const corner = (at: number, where: number): number => {
    let kind = where;
    if (normal) kind = kind * 8 + (normal.getX(at) > 0 ? 1 : 0) + (normal.getY(at) > 0 ? 2 : 0) + (normal.getZ(at) > 0 ? 4 : 0);
    if (uv) kind = (kind * PATCHES + patch(uv.getX(at))) * PATCHES + patch(uv.getY(at));
    const found = kinds.get(kind);
    if (found !== undefined) return found;
    if (!places.has(where)) places.set(where, at);
    kinds.set(kind, corners.length);
    return corners.push(at) - 1;
  };
  const kept = new Uint32Array(count);
  const [p, q, r] = [new Vector3(), new Vector3(), new Vector3()];
  let [end, volume, edges] = [0, 0, 0];
  for (let i = 0; i + 2 < count; i += 3) {
    const [u, v, w] = index === null ? [i, i + 1, i + 2] : [index.getX(i), index.getX(i + 1), index.getX(i + 2)];
    p.fromBufferAttribute(position, u).sub(least);
    q.fromBufferAttribute(position, v).sub(least);
    volume += p.dot(q.cross(r.fromBufferAttribute(position, w).sub(least)));
    const [a, b, c] = [cellOf(u), cellOf(v), cellOf(w)];
    if (a === b || b === c || c === a) continue;
    kept[end++] = corner(u, a);
    kept[end++] = corner(v, b);
    kept[end++] = corner(w, c);
    edges = (edges + edge(a, b) + edge(b, c) + edge(c, a)) | 0;
  }
  const closed = volume > 0 && edges === 0;
  if (end === count) return { geometry: from, closed };
  if (end <= (cells === CELLS_MOST ? LEAST * count : 0)) return { geometry: withFacets(from, some(index, count)), closed: false };
  const standing = corners.map((at) => places.get(cellOf(at)) ?? at);
  const coarse = withFacets(from, kept.slice(0, end));
  for (const [name, attribute] of Object.entries(coarse.attributes)) {
    coarse.setAttribute(name, taken(attribute as BufferAttribute, name === "position" ? standing : corners));
  }
  return { geometry: coarse, closed };
}

/** Which part of a picture's side a place is in; places that repeat are the same. */
function patch(place: number): number {
  return Math.floor((place - Math.floor(place)) * PATCHES);
}

/** A number of an edge; the same one the other way has its opposite, so that those of a closed surface add up to nothing. */
function edge(a: number, b: number): number {
  const number = Math.imul(Math.imul(Math.min(a, b) + 1, 0x9e3779b1) ^ (Math.max(a, b) + 1), 0x85ebca6b);
  const mixed = Math.imul(number ^ (number >>> 15), 0xc2b2ae35);
  return a < b ? mixed : -mixed;
}

function withFacets(geometry: BufferGeometry, index: Uint32Array): BufferGeometry {
  const found = new BufferGeometry();
  for (const [name, attribute] of Object.entries(geometry.attributes)) found.setAttribute(name, attribute);
  found.setIndex(new BufferAttribute(index, 1));
  found.boundingSphere = geometry.boundingSphere;
  found.boundingBox = geometry.boundingBox;
  return found;
}

/** An attribute of some corners. */
function taken({ array, itemSize, normalized }: BufferAttribute, corners: readonly number[]): BufferAttribute {
  const values = array.slice(0, corners.length * itemSize);
  corners.forEach((at, i) => values.set(array.subarray(at * itemSize, (at + 1) * itemSize), i * itemSize));
  return new BufferAttribute(values, itemSize, normalized);
}

/** Every so many-th facet. */
function some(index: BufferAttribute | null, count: number): Uint32Array {
  const every = Math.ceil(count / 3 / MANY);
  const kept = new Uint32Array(Math.ceil(count / 3 / every) * 3);
  for (let i = 0, k = 0; i + 2 < count; i += 3 * every) {
    for (let corner = i; corner < i + 3; corner++) kept[k++] = index === null ? corner : index.getX(corner);
  }
  return kept;
}
