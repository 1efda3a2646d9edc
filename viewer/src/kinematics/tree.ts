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
  /** Whether the joint has this link as its parent, and is gone through against its direction. */
  backwards: boolean;
}

export class Tree {
  private readonly steps: Step[];

  constructor(doc: Doc) {
    this.steps = doc.links.map((link, index) => {
      const parent = link.parent !== null && link.parent < index ? link.parent : -1;
      const joint = link.joint === null ? undefined : doc.joints[link.joint];
      if (joint === undefined) {
        return { parent, before: fromPose(link.pose), motion: null, after: null, backwards: false };
      }
      return {
        parent,
        before: fromPose(joint.X_PF),
        motion: joint.motion,
        after: inverse(fromPose(joint.X_BM)),
        backwards: joint.child !== index,
      };
    });
  }

  /** X_WL of every link, or of those in `only` (which holds the parents of all that it holds). */
  poses(q: ArrayLike<number>, only?: readonly number[]): Rigid[] {
    const poses = new Array<Rigid>(this.steps.length);
    const place = (index: number): void => {
      const step = this.steps[index];
      const x = inParent(step, q);
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

/** X_PL of a link. */
function inParent({ before, motion, after, backwards }: Step, q: ArrayLike<number>): Rigid {
  if (motion === null || after === null) return before;
  const moved = motionPose(motion, q);
  if (moved === null) return identity(); // so does DART where turns are none
  const x = compose(compose(before, moved), after);
  return backwards ? inverse(x) : x;
}
