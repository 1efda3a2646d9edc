/** Closing loops: by how much they are open, and the coordinates that close them. */

import type { Doc, Loop } from "../format.ts";
import { motionPose, unknownsOf } from "./motion.ts";
import { compose, fromPose, inverse, logarithm, origin, type Rigid } from "./rigid.ts";
import { leastSquares } from "./squares.ts";
import type { Tree } from "./tree.ts";

const CLOSED = 1e-10;

interface Closure {
  loop: Loop;
  a: Rigid;
  b: Rigid;
  /** Where its own unknowns start among all of them. */
  start: number;
  count: number;
}

export class Loops {
  /** The loops' own unknowns, from one solution to the next. */
  private own: Float64Array;
  private readonly closures: Closure[] = [];
  private readonly links: number[];

  constructor(
    doc: Doc,
    private readonly tree: Tree,
    private readonly follow: (q: Float64Array) => void,
  ) {
    let start = 0;
    for (const loop of doc.loops) {
      if (!(loop.kind === "pose" || loop.kind === "point" || loop.kind === "distance")) continue;
      const count = loop.motion === null ? 0 : unknownsOf(loop.motion);
      this.closures.push({ loop, a: fromPose(loop.X_A), b: fromPose(loop.X_B), start, count });
      start += count;
    }
    this.own = new Float64Array(start);
    this.links = tree.withAncestors(this.closures.flatMap(({ loop }) => [loop.link_a, loop.link_b]));
  }

  get any(): boolean {
    return this.closures.length > 0;
  }

  /** Changes the coordinates `free` in `q` so that loops close as far as they can; by how much they stay open. */
  solve(q: Float64Array, free: readonly number[]): number {
    if (!this.any) return 0;
    const unknowns = new Float64Array(free.length + this.own.length);
    free.forEach((index, i) => (unknowns[i] = q[index]));
    unknowns.set(this.own, free.length);
    const trial = Float64Array.from(q);
    const at = (x: Float64Array): Float64Array => {
      free.forEach((index, i) => (trial[index] = x[i]));
      this.follow(trial);
      return this.residual(trial, x.subarray(free.length));
    };
    const { x, norm } = leastSquares(at, unknowns, CLOSED);
    free.forEach((index, i) => (q[index] = x[i]));
    this.follow(q);
    this.own = x.slice(free.length);
    return norm;
  }

  /** Each loop's own part of the residual at a configuration: metres and radians together. */
  private residual(q: Float64Array, own: Float64Array): Float64Array {
    const poses = this.tree.poses(q, this.links);
    const all: number[] = [];
    for (const closure of this.closures) {
      const { loop } = closure;
      let a = compose(poses[loop.link_a], closure.a);
      const b = compose(poses[loop.link_b], closure.b);
      if (loop.kind === "pose") {
        if (loop.motion !== null) {
          a = compose(a, motionPose(loop.motion, own.subarray(closure.start, closure.start + closure.count)));
        }
        const between = compose(inverse(a), b);
        all.push(...origin(between), ...logarithm(between));
      } else {
        const apart = [b[3] - a[3], b[7] - a[7], b[11] - a[11]];
        if (loop.kind === "point") all.push(...apart);
        else all.push(Math.hypot(...apart) - (loop.value ?? 0));
      }
    }
    return Float64Array.from(all);
  }

  forget(): void {
    this.own.fill(0);
  }
}
