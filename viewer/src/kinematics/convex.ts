/** Whether two convex hulls of points meet, by the algorithm of Gilbert, Johnson and Keerthi; double precision. */

import type { Vec3 } from "../format.ts";

/** Points in the world, x y z after each other. */
export type Hull = Float64Array;

const MOST_STEPS = 48;

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const negative = (a: Vec3): Vec3 => [-a[0], -a[1], -a[2]];

function farthest(hull: Hull, direction: Vec3): Vec3 {
  let best = -Infinity;
  let at = 0;
  for (let i = 0; i < hull.length; i += 3) {
    const along = hull[i] * direction[0] + hull[i + 1] * direction[1] + hull[i + 2] * direction[2];
    if (along > best) {
      best = along;
      at = i;
    }
  }
  return [hull[at], hull[at + 1], hull[at + 2]];
}

/** Whether they have a place in common that is deeper than `slack`, m, along every direction that was tried. */
export function meet(a: Hull, b: Hull, slack: number): boolean {
  if (a.length === 0 || b.length === 0) return false;
  let direction: Vec3 = minus([a[0], a[1], a[2]], [b[0], b[1], b[2]]);
  if (dot(direction, direction) === 0) direction = [1, 0, 0];
  const support = (d: Vec3): Vec3 => minus(farthest(a, d), farthest(b, negative(d)));
  let simplex: Vec3[] = [support(direction)];
  direction = negative(simplex[0]);
  for (let step = 0; step < MOST_STEPS; step++) {
    const length = Math.sqrt(dot(direction, direction));
    if (length < 1e-12) return true;
    const point = support(direction);
    if (dot(point, direction) / length <= slack) return false;
    simplex = [point, ...simplex];
    const next = nearest(simplex);
    if (next === null) return true;
    [simplex, direction] = next;
  }
  return false;
}

/** The part of a simplex that is nearest to the origin, and the way there from it; null where the origin is inside. The first point is the newest. */
function nearest(simplex: Vec3[]): [Vec3[], Vec3] | null {
  const [a, b, c, d] = simplex;
  const ao = negative(a);
  if (simplex.length === 2) return ofLine(a, b, ao);
  if (simplex.length === 3) return ofTriangle(a, b, c, ao);
  for (const [p, q, r] of [[b, c, d], [c, d, b], [d, b, c]]) {
    let normal = cross(minus(p, a), minus(q, a));
    if (dot(normal, minus(r, a)) > 0) normal = negative(normal);
    if (dot(normal, ao) > 0) return ofTriangle(a, p, q, ao);
  }
  return null;
}

function ofLine(a: Vec3, b: Vec3, ao: Vec3): [Vec3[], Vec3] {
  const ab = minus(b, a);
  if (dot(ab, ao) <= 0) return [[a], ao];
  return [[a, b], cross(cross(ab, ao), ab)];
}

function ofTriangle(a: Vec3, b: Vec3, c: Vec3, ao: Vec3): [Vec3[], Vec3] {
  const ab = minus(b, a);
  const ac = minus(c, a);
  const normal = cross(ab, ac);
  if (dot(cross(normal, ac), ao) > 0) return dot(ac, ao) > 0 ? [[a, c], cross(cross(ac, ao), ac)] : ofLine(a, b, ao);
  if (dot(cross(ab, normal), ao) > 0) return ofLine(a, b, ao);
  return dot(normal, ao) > 0 ? [[a, b, c], normal] : [[a, c, b], negative(normal)];
}
