/** Geometry out of files, made safe to draw: whole triangles of finite numbers, with normals. */

import { BufferAttribute, BufferGeometry, type InterleavedBufferAttribute } from "three";
import { thinned } from "./thinning.ts";

const LARGEST = 1e12;

type Attribute = BufferAttribute | InterleavedBufferAttribute;

export interface Cleaned {
  geometry: BufferGeometry;
  /** Facets left out since a number of theirs is none. */
  dropped: number;
  /** Facets left out since too many lie over each other. */
  hidden: number;
}

/** Positions, normals, uv and colours of the whole facets; null where none is left. */
export function cleaned(source: BufferGeometry): Cleaned | null {
  const position = source.getAttribute("position") as Attribute | undefined;
  if (position === undefined || position.count === 0) return null;
  const order = corners(source, position);
  if (order.facets.length === 0) return null;
  const kept = thinned(order.facets, position);
  const geometry = new BufferGeometry();
  geometry.name = source.name;
  for (const name of ["position", "normal", "uv", "color"]) {
    const attribute = source.getAttribute(name) as Attribute | undefined;
    if (attribute === undefined || attribute.count < position.count) continue;
    geometry.setAttribute(name, floats(attribute, name));
  }
  const whole = source.index === null && order.dropped === 0 && kept.length === position.count;
  if (!whole) geometry.setIndex(new BufferAttribute(kept, 1));
  if (!geometry.hasAttribute("normal")) geometry.computeVertexNormals();
  else if (!usable(geometry.getAttribute("normal"))) {
    geometry.deleteAttribute("normal");
    geometry.computeVertexNormals();
  }
  return { geometry, dropped: order.dropped, hidden: (order.facets.length - kept.length) / 3 };
}

/** The corners of all facets that can be drawn. */
function corners(source: BufferGeometry, position: Attribute): { facets: Uint32Array; dropped: number } {
  const sound = new Uint8Array(position.count);
  for (let i = 0; i < position.count; i++) {
    const reach = Math.abs(position.getX(i)) + Math.abs(position.getY(i)) + Math.abs(position.getZ(i));
    sound[i] = reach < LARGEST ? 1 : 0; // not so where a number is none
  }
  const index = source.index;
  const count = index ? index.count : position.count;
  const facets = new Uint32Array(count - (count % 3));
  let used = 0;
  let dropped = 0;
  for (let i = 0; i + 2 < count; i += 3) {
    const a = index ? index.getX(i) : i;
    const b = index ? index.getX(i + 1) : i + 1;
    const c = index ? index.getX(i + 2) : i + 2;
    if (sound[a] && sound[b] && sound[c]) {
      facets[used++] = a;
      facets[used++] = b;
      facets[used++] = c;
    } else dropped++;
  }
  return { facets: facets.subarray(0, used), dropped };
}

function floats(attribute: Attribute, name: string): BufferAttribute {
  const width = name === "uv" ? 2 : 3;
  if (attribute instanceof BufferAttribute && attribute.array instanceof Float32Array && attribute.itemSize === width) {
    const { array } = attribute;
    for (let i = 0; i < array.length; i++) if (!Number.isFinite(array[i])) array[i] = 0;
    return attribute;
  }
  const values = new Float32Array(attribute.count * width);
  for (let i = 0; i < attribute.count; i++) {
    for (let k = 0; k < width; k++) {
      const value = attribute.getComponent(i, k);
      values[i * width + k] = Number.isFinite(value) ? value : 0;
    }
  }
  return new BufferAttribute(values, width);
}

/** Whether the first normals are about as long as they should be. */
function usable(normals: Attribute): boolean {
  for (let i = 0; i < Math.min(normals.count, 300); i++) {
    const length = Math.hypot(normals.getX(i), normals.getY(i), normals.getZ(i));
    if (!(length > 0.5 && length < 1.5)) return false;
  }
  return true;
}

/** The same surface seen in a mirror has its corners the other way round. */
export function mirrored(source: BufferGeometry): BufferGeometry {
  const geometry = source.clone();
  const count = source.index ? source.index.count : source.getAttribute("position").count;
  const turned = new Uint32Array(count);
  for (let i = 0; i + 2 < count; i += 3) {
    turned[i] = source.index ? source.index.getX(i) : i;
    turned[i + 1] = source.index ? source.index.getX(i + 2) : i + 2;
    turned[i + 2] = source.index ? source.index.getX(i + 1) : i + 1;
  }
  geometry.setIndex(new BufferAttribute(turned, 1));
  return geometry;
}
