/** Facets that lie over each other a hundredfold, which no surface has and no renderer bears: some of them will do. */

import { Vector3 } from "three";

/** How many times the facets of a mesh may cover the box around it. */
const LAYERS = 60;
/** Below this number of facets there is no need to look. */
const FEW = 20_000;

interface Points {
  getX(index: number): number;
  getY(index: number): number;
  getZ(index: number): number;
}

/** Every so many-th facet, where there are too many over each other; else all of them. */
export function thinned(facets: Uint32Array, points: Points): Uint32Array {
  if (facets.length / 3 < FEW) return facets;
  const least = new Vector3(Infinity, Infinity, Infinity);
  const most = new Vector3(-Infinity, -Infinity, -Infinity);
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  let area = 0;
  for (let i = 0; i < facets.length; i += 3) {
    [a, b, c].forEach((corner, k) => {
      const index = facets[i + k];
      corner.set(points.getX(index), points.getY(index), points.getZ(index));
      least.min(corner);
      most.max(corner);
    });
    area += b.sub(a).cross(c.sub(a)).length() / 2;
  }
  const { x, y, z } = most.sub(least);
  const around = 2 * (x * y + y * z + z * x);
  const every = Math.ceil(area / (LAYERS * around));
  if (!(every > 1)) return facets;
  const kept = new Uint32Array(Math.ceil(facets.length / 3 / every) * 3);
  for (let i = 0, k = 0; i < facets.length; i += 3 * every, k += 3) kept.set(facets.subarray(i, i + 3), k);
  return kept;
}
