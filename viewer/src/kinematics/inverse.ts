/** Coordinates that bring a point of a link to a place: damped least squares within limits. */

import type { Doc, Vec3 } from "../format.ts";
import { follow, inOrder } from "./couplings.ts";
import { apply } from "./rigid.ts";
import { Tree } from "./tree.ts";

/** A point of a link, and where it is wanted in the world. */
export interface Goal {
  link: number;
  /** In the link's frame, m. */
  point: Vec3;
  target: Vec3;
  /** Distances along this direction of length 1 do not count, as those that who looks at a picture does not see. */
  free?: Vec3;
}

export interface Limits {
  lower: number | null;
  upper: number | null;
}

const STEP = 1e-6;
const ROUNDS = 40;
const CLOSE = 1e-7;
/** Of the largest diagonal element; keeps steps small where a chain is stretched out. */
const DAMPING = 1e-4;

export class InverseKinematics {
  private readonly tree: Tree;
  private readonly couplings;
  private readonly followers: Map<number, number>;

  constructor(private readonly doc: Doc) {
    this.tree = new Tree(doc);
    this.couplings = inOrder(doc.couplings);
    this.followers = new Map(this.couplings.map(({ follower, leader }) => [follower, leader]));
  }

  /** The coordinates of a joint, or of those that it follows; of one that goes anywhere those that slide. */
  coordinatesOf(joint: number): number[] {
    const own = [...this.doc.coordinates.keys()].filter((i) => this.doc.coordinates[i].joint === joint);
    const slides = this.doc.joints[joint].motion.flatMap((motion) => (motion.kind === "translation" ? [motion.coordinate] : []));
    const wanted = slides.length === 3 ? slides : own;
    const found = new Set<number>();
    for (let index of wanted) {
      for (let steps = 0; steps < this.doc.coordinates.length; steps++) {
        const leader = this.followers.get(index);
        if (leader === undefined) break;
        index = leader;
      }
      if (!this.doc.coordinates[index].driven) found.add(index);
    }
    return [...found];
  }

  /** The joint that a link moves with: its own, or that of the link which it is fixed to; null where nothing moves it. */
  jointOf(link: number): number | null {
    for (let at: number | null = link; at !== null && at > 0; at = this.doc.links[at].parent) {
      const { joint } = this.doc.links[at];
      if (joint !== null && this.coordinatesOf(joint).length > 0) return joint;
    }
    return null;
  }

  /** The coordinates of all joints between a link and where its robot stands. */
  chain(link: number): number[] {
    const found = new Set<number>();
    for (let at: number | null = link; at !== null && at > 0; at = this.doc.links[at].parent) {
      const { joint } = this.doc.links[at];
      if (joint === null) continue;
      const slides = this.doc.joints[joint].motion.filter(({ kind }) => kind === "translation").length;
      if (slides < 3) for (const index of this.coordinatesOf(joint)) found.add(index);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** New values for `free`, as near to the goal as limits allow, and by how much it is missed, m. */
  solve(values: Float64Array, goal: Goal, free: readonly number[], limits: (index: number) => Limits): { values: Map<number, number>; missed: number } {
    const q = Float64Array.from(values);
    const links = this.tree.withAncestors([goal.link]);
    const away = (): Vec3 => this.away(q, goal, links);
    let missed = Math.hypot(...away());
    let damping = DAMPING;
    for (let round = 0; round < ROUNDS && missed > CLOSE; round++) {
      const now = away();
      const columns = free.map((index) => this.derivative(q, index, goal, links));
      const movable = new Set(free.keys());
      const before = Float64Array.from(q);
      this.step(q, free, columns, now, movable, damping, limits);
      const after = Math.hypot(...away());
      if (after < missed) {
        const little = missed - after < 1e-4 * missed;
        missed = after;
        damping = Math.max(damping / 4, 1e-9);
        if (little) break;
      } else {
        q.set(before);
        damping *= 10;
        if (damping > 1e3) break;
      }
    }
    follow(this.couplings, q);
    return { values: new Map(free.map((index) => [index, q[index]])), missed };
  }

  /** One step; a coordinate that would leave its limits is put there, and the others go without it. */
  private step(
    q: Float64Array, free: readonly number[], columns: readonly Vec3[], now: Vec3, movable: Set<number>, damping: number,
    limits: (index: number) => Limits,
  ): void {
    let rest = now;
    for (;;) {
      const moving = [...movable];
      if (moving.length === 0) return;
      const step = dampedStep(moving.map((i) => columns[i]), rest, damping);
      const blocked = moving.filter((i, k) => {
        const { lower, upper } = limits(free[i]);
        const next = q[free[i]] + step[k];
        return (lower !== null && next < lower) || (upper !== null && next > upper);
      });
      if (blocked.length === 0) {
        moving.forEach((i, k) => (q[free[i]] += step[k]));
        return;
      }
      for (const i of blocked) {
        const { lower, upper } = limits(free[i]);
        const from = q[free[i]];
        const end = step[moving.indexOf(i)] < 0 ? lower : upper;
        // one that is outside of its limits already is not moved at a stroke
        const moved = end === null || (from < (lower ?? from)) || (from > (upper ?? from)) ? 0 : end - from;
        q[free[i]] = from + moved;
        rest = [rest[0] + columns[i][0] * moved, rest[1] + columns[i][1] * moved, rest[2] + columns[i][2] * moved];
        movable.delete(i);
      }
    }
  }

  private away(q: Float64Array, { link, point, target, free }: Goal, links: readonly number[]): Vec3 {
    follow(this.couplings, q);
    const at = apply(this.tree.poses(q, links)[link], point);
    const apart: Vec3 = [at[0] - target[0], at[1] - target[1], at[2] - target[2]];
    if (free === undefined) return apart;
    const along = apart[0] * free[0] + apart[1] * free[1] + apart[2] * free[2];
    return [apart[0] - along * free[0], apart[1] - along * free[1], apart[2] - along * free[2]];
  }

  private derivative(q: Float64Array, index: number, goal: Goal, links: readonly number[]): Vec3 {
    const value = q[index];
    q[index] = value + STEP;
    const above = this.away(q, goal, links);
    q[index] = value - STEP;
    const below = this.away(q, goal, links);
    q[index] = value;
    return [0, 1, 2].map((k) => (above[k] - below[k]) / (2 * STEP)) as Vec3;
  }
}

/** -Jᵀ (J Jᵀ + damping I)⁻¹ r: three equations, however many columns there are. */
function dampedStep(columns: readonly Vec3[], r: Vec3, damping: number): number[] {
  const a = [0, 1, 2].map((i) => [0, 1, 2].map((j) => columns.reduce((sum, column) => sum + column[i] * column[j], 0)));
  const largest = Math.max(a[0][0], a[1][1], a[2][2], 1e-12);
  for (let i = 0; i < 3; i++) a[i][i] += damping * largest;
  const determinant = (m: number[][]): number =>
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
    m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
    m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  const whole = determinant(a);
  if (!(Math.abs(whole) > 0)) return columns.map(() => 0);
  const y = [0, 1, 2].map((k) => determinant(a.map((row, i) => row.map((value, j) => (j === k ? r[i] : value)))) / whole);
  return columns.map((column) => -(column[0] * y[0] + column[1] * y[1] + column[2] * y[2]));
}
