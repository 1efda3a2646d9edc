/** Closing loops, gearboxes and tendons: by how much they are open, and the coordinates that close them. */

import type { Doc, Gearbox, Loop, Tendon, Vec3 } from "../format.ts";
import { motionPose } from "./motion.ts";
import { compose, fromPose, identity, inverse, logarithm, origin, type Rigid } from "./rigid.ts";
import { leastSquares } from "./squares.ts";
import type { Tree } from "./tree.ts";

const CLOSED = 1e-10;
const STRAIN = 1e-9;

interface Closure {
  loop: Loop;
  a: Rigid;
  b: Rigid;
}

interface Gear {
  box: Gearbox;
  /** Back from where the links are in the reference at zero. */
  parent: Rigid;
  child: Rigid;
  /** Both angles when they were last found; what comes after them goes on from there, over half a turn. */
  last: [number, number];
}

const TURN = 2 * Math.PI;
const KINDS = new Set(["joint", "pose", "point", "distance"]);

export class Loops {
  private readonly closures: Closure[];
  private readonly gears: Gear[];
  private readonly tendons: readonly Tendon[];
  private readonly links: number[];

  constructor(
    doc: Doc,
    private readonly tree: Tree,
    private readonly follow: (q: Float64Array) => void,
  ) {
    this.closures = doc.loops
      .filter(({ kind }) => KINDS.has(kind))
      .map((loop) => ({ loop, a: fromPose(loop.X_A), b: fromPose(loop.X_B) }));
    this.gears = (doc.gearboxes ?? []).map((box) => {
      return { box, parent: inverse(fromPose(box.X_parent)), child: inverse(fromPose(box.X_child)), last: [0, 0] };
    });
    this.tendons = doc.tendons ?? [];
    this.links = tree.withAncestors([
      ...this.closures.flatMap(({ loop }) => [loop.link_a, loop.link_b]),
      ...this.gears.flatMap(({ box }) => [box.reference, box.parent, box.child]),
    ]);
  }

  get any(): boolean {
    return this.closures.length + this.gears.length + this.tendons.length > 0;
  }

  /** Whether a tendon is longer or shorter than it may be. */
  strained(q: Float64Array): boolean {
    return this.tendons.some((tendon) => Math.abs(beyond(tendon, q)) > STRAIN);
  }

  /** Angles of gearboxes count from zero again. */
  forget(): void {
    for (const gear of this.gears) gear.last = [0, 0];
  }

  /** Changes the coordinates `free` in `q` so that loops close as far as they can; by how much they stay open. */
  solve(q: Float64Array, free: readonly number[]): number {
    if (!this.any) return 0;
    const trial = Float64Array.from(q);
    const at = (x: Float64Array): Float64Array => {
      free.forEach((index, i) => (trial[index] = x[i]));
      this.follow(trial);
      return this.residual(trial);
    };
    const start = Float64Array.from(free, (index) => q[index]);
    const { x, norm } = leastSquares(at, start, CLOSED);
    free.forEach((index, i) => (q[index] = x[i]));
    this.follow(q);
    if (this.gears.length > 0) {
      const poses = this.tree.poses(q, this.links);
      for (const gear of this.gears) gear.last = angles(gear, poses);
    }
    return norm;
  }

  /** By how much each loop is open at a configuration: metres and radians together. */
  private residual(q: Float64Array): Float64Array {
    const poses = this.tree.poses(q, this.links);
    const all: number[] = [];
    for (const closure of this.closures) {
      const { loop } = closure;
      let a = compose(poses[loop.link_a], closure.a);
      const b = compose(poses[loop.link_b], closure.b);
      if (loop.kind === "pose" || loop.kind === "joint") {
        if (loop.motion !== null) a = compose(a, motionPose(loop.motion, q) ?? identity());
        const between = compose(inverse(a), b);
        all.push(...origin(between), ...logarithm(between));
      } else {
        const apart = [b[3] - a[3], b[7] - a[7], b[11] - a[11]];
        if (loop.kind === "point") all.push(...apart);
        else all.push(Math.hypot(...apart) - (loop.value ?? 0));
      }
    }
    for (const gear of this.gears) {
      const [parent, child] = angles(gear, poses);
      all.push(child + gear.box.ratio * parent);
    }
    for (const tendon of this.tendons) all.push(beyond(tendon, q));
    return Float64Array.from(all);
  }
}

/** How far the links of a gearbox have turned. */
function angles({ box, parent, child, last }: Gear, poses: readonly Rigid[]): [number, number] {
  const back = inverse(poses[box.reference]);
  const angle = (link: number, rest: Rigid, axis: Vec3, before: number): number => {
    const found = twist(compose(compose(back, poses[link]), rest), axis);
    return found + TURN * Math.round((before - found) / TURN);
  };
  return [angle(box.parent, parent, box.axis_parent, last[0]), angle(box.child, child, box.axis_child, last[1])];
}

/** The part of a rotation that is about an axis, rad. */
function twist(a: Rigid, [x, y, z]: Vec3): number {
  return Math.atan2((a[9] - a[6]) * x + (a[2] - a[8]) * y + (a[4] - a[1]) * z, a[0] + a[5] + a[10] - 1);
}

/** By how much a tendon is longer than it may be, or shorter (then below 0). */
function beyond({ terms, offset, lower, upper }: Tendon, q: Float64Array): number {
  const length = terms.reduce((sum, { coordinate, coefficient }) => sum + coefficient * q[coordinate], offset);
  if (upper !== null && length > upper) return length - upper;
  return lower !== null && length < lower ? length - lower : 0;
}
