/** Forward kinematics over the tree of links. */

import type { Doc, Motion } from "../format.ts";
import { motionPose } from "./motion.ts";
import { compose, fromPose, identity, inverse, type Rigid } from "./rigid.ts";

interface Step {
  parent: number;
  /** X_PF of the inboard joint, or the pose in the parent. */
  before: Rigid;
  motion: readonly Motion[] | null;
  /** inverse(X_BM), where there is a joint. */
  after: Rigid | null;
}

export class Tree {
  private readonly steps: Step[];

  constructor(doc: Doc) {
    this.steps = doc.links.map((link, index) => {
      const parent = link.parent !== null && link.parent < index ? link.parent : -1;
      const joint = link.joint === null ? undefined : doc.joints[link.joint];
      if (joint === undefined) return { parent, before: fromPose(link.pose), motion: null, after: null };
      return {
        parent,
        before: fromPose(joint.X_PF),
        motion: joint.motion,
        after: inverse(fromPose(joint.X_BM)),
      };
    });
  }

  /** X_WL of every link, or of those in `only` (which holds the parents of all that it holds). */
  poses(q: ArrayLike<number>, only?: readonly number[]): Rigid[] {
    const poses = new Array<Rigid>(this.steps.length);
    const place = (index: number): void => {
      const step = this.steps[index];
      let x = step.before;
      if (step.motion !== null && step.motion.length > 0) x = compose(x, motionPose(step.motion, q));
      if (step.after !== null) x = compose(x, step.after);
      poses[index] = step.parent < 0 ? (index === 0 ? identity() : x) : compose(poses[step.parent], x);
    };
    if (only === undefined) for (let i = 0; i < this.steps.length; i++) place(i);
    else for (const i of only) place(i);
    return poses;
  }

  /** The given links and all above them, parents first. */
  withAncestors(links: Iterable<number>): number[] {
    const found = new Set<number>();
    for (let link of links) {
      while (link >= 0 && !found.has(link)) {
        found.add(link);
        link = this.steps[link].parent;
      }
    }
    return [...found].sort((a, b) => a - b);
  }
}
