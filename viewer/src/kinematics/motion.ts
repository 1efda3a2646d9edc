/** The pose of a joint's frame M in its frame F. */

import type { Motion } from "../format.ts";
import { curvePose } from "./curve.ts";
import { compose, exponential, fromPose, identity, translation, turn, type Rigid } from "./rigid.ts";
import { unscaledTurns } from "./unscaled.ts";

/** X_FM: the product of elementary motions, the outermost first; null where one of them is no rigid motion. */
export function motionPose(motions: readonly Motion[], q: ArrayLike<number>): Rigid | null {
  let x: Rigid | null = null;
  for (const motion of motions) {
    const step = elementary(motion, q);
    if (step === null) return null;
    x = x === null ? step : compose(x, step);
  }
  return x ?? identity();
}

function elementary(motion: Motion, q: ArrayLike<number>): Rigid | null {
  switch (motion.kind) {
    case "rotation":
      return turn(motion.axis, q[motion.coordinate]);
    case "translation": {
      const s = q[motion.coordinate];
      return translation([motion.axis[0] * s, motion.axis[1] * s, motion.axis[2] * s]);
    }
    case "screw": {
      const angle = q[motion.coordinate];
      const x = turn(motion.axis, angle);
      x[3] = motion.axis[0] * motion.pitch * angle;
      x[7] = motion.axis[1] * motion.pitch * angle;
      x[11] = motion.axis[2] * motion.pitch * angle;
      return x;
    }
    case "rotation_vector": {
      const [i, j, k] = motion.coordinates;
      return exponential([q[i], q[j], q[k]]);
    }
    case "quaternion": {
      const [w, x, y, z] = motion.coordinates;
      return fromPose([0, 0, 0, q[w], q[x], q[y], q[z]]);
    }
    case "curve":
      return curvePose(motion, q[motion.coordinate]);
    case "unscaled_turns":
      return unscaledTurns(motion.first, motion.second, q[motion.coordinates[0]], q[motion.coordinates[1]]);
    case "fixed":
      return fromPose(motion.pose);
  }
}
