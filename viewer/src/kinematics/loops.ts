/** Closing loops: by how much they are open, and the coordinates that close them. */

import type { Doc, Loop } from "../format.ts";
import { motionPose } from "./motion.ts";
import { compose, fromPose, identity, inverse, logarithm, origin, type Rigid } from "./rigid.ts";
import { leastSquares } from "./squares.ts";
import type { Tree } from "./tree.ts";

const CLOSED = 1e-10;

interface Closure {
  loop: Loop;
  a: Rigid;
  b: Rigid;
}

const KINDS = new Set(["joint", "pose", "point", "distance"]);

export class Loops {
  private readonly closures: Closure[];
  private readonly links: number[];

  constructor(
    doc: Doc,
    private readonly tree: Tree,
    private readonly follow: (q: Float64Array) => void,
  ) {
    this.closures = doc.loops
      .filter(({ kind }) => KINDS.has(kind))
      .map((loop) => ({ loop, a: fromPose(loop.X_A), b: fromPose(loop.X_B) }));
    this.links = tree.withAncestors(this.closures.flatMap(({ loop }) => [loop.link_a, loop.link_b]));
  }

  get any(): boolean {
    return this.closures.length > 0;
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
    return Float64Array.from(all);
  }
}
