/** The joint coordinates of a document, and the link poses that follow. */

import type { Coupling, Doc } from "../format.ts";
import { follow, inOrder } from "./couplings.ts";
import { Loops } from "./loops.ts";
import type { Rigid } from "./rigid.ts";
import { Tree } from "./tree.ts";

/** How far a coordinate may go at once where loops have to stay on their branch, rad or m. */
const STRIDE = 0.1;
/** How far a coordinate without limits goes at random, rad and m. */
const RANGE = { rad: Math.PI, m: 0.5, 1: 1 };

export class Configuration {
  readonly values: Float64Array;
  /** By how much loops stay open, m and rad together. */
  open = 0;
  private readonly tree: Tree;
  private readonly loops: Loops;
  private readonly couplings: Coupling[];
  private readonly followers: Set<number>;

  constructor(readonly doc: Doc) {
    this.tree = new Tree(doc);
    this.couplings = inOrder(doc.couplings);
    this.followers = new Set(this.couplings.map(({ follower }) => follower));
    this.loops = new Loops(doc, this.tree, (q) => follow(this.couplings, q));
    this.values = Float64Array.from(doc.coordinates, ({ value }) => value);
    this.settle(new Set());
  }

  /** Whether the coordinate follows others, so that setting it does nothing. */
  isFollower(index: number): boolean {
    return this.followers.has(index) || this.doc.coordinates[index].driven;
  }

  poses(): Rigid[] {
    return this.tree.poses(this.values);
  }

  /** Moves coordinates to new values; couplings and loops are kept. */
  move(targets: ReadonlyMap<number, number>): void {
    const from = Float64Array.from(this.values);
    let farthest = 0;
    for (const [index, target] of targets) farthest = Math.max(farthest, Math.abs(target - from[index]));
    const steps = this.loops.any ? Math.min(Math.max(Math.ceil(farthest / STRIDE), 1), 100) : 1;
    const held = new Set(targets.keys());
    for (let step = 1; step <= steps; step++) {
      for (const [index, target] of targets) {
        this.values[index] = step === steps ? target : from[index] + ((target - from[index]) * step) / steps;
      }
      this.settle(held);
    }
  }

  reset(): void {
    this.doc.coordinates.forEach(({ value }, i) => (this.values[i] = value));
    this.loops.forget();
    this.settle(new Set());
  }

  /** Random values within limits for all that is free. */
  random(): void {
    const targets = new Map<number, number>();
    this.doc.coordinates.forEach((coordinate, i) => {
      if (this.isFollower(i)) return;
      const lower = coordinate.lower ?? -RANGE[coordinate.unit];
      const upper = coordinate.upper ?? Math.max(RANGE[coordinate.unit], lower);
      targets.set(i, lower + Math.random() * (upper - lower));
    });
    this.move(targets);
  }

  private settle(held: ReadonlySet<number>): void {
    follow(this.couplings, this.values);
    if (!this.loops.any) return;
    const { coordinates } = this.doc;
    const but = (left: (i: number) => boolean): number[] => [...coordinates.keys()].filter((i) => !this.followers.has(i) && left(i));
    const driven = but((i) => coordinates[i].driven);
    const others = (): number[] => {
      const free = but((i) => !held.has(i));
      return free.length > 0 ? free : but(() => true);
    };
    this.open = this.loops.solve(this.values, driven.length > 0 ? driven : others());
    // a tendon that is stretched pulls whatever may move
    if (driven.length > 0 && this.loops.strained(this.values)) this.open = this.loops.solve(this.values, others());
  }
}
