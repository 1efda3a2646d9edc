/** From double-precision transforms to those of three. */

import { Matrix4, Vector3 } from "three";
import { fromPose, type Rigid } from "../kinematics/rigid.ts";
import type { Pose, Vec3 } from "../format.ts";

export function matrixOf(a: Rigid, into: Matrix4 = new Matrix4()): Matrix4 {
  return into.set(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], 0, 0, 0, 1);
}

export function poseMatrix(pose: Pose): Matrix4 {
  return matrixOf(fromPose(pose));
}

export function vectorOf(v: Vec3): Vector3 {
  return new Vector3(v[0], v[1], v[2]);
}

/** A matrix whose z axis is `direction` (of any length) and whose origin is `at`. */
export function along(direction: Vector3, at: Vector3): Matrix4 {
  const z = direction.clone().normalize();
  if (z.lengthSq() === 0) z.set(0, 0, 1);
  const x = new Vector3(Math.abs(z.x) < 0.9 ? 1 : 0, Math.abs(z.x) < 0.9 ? 0 : 1, 0).cross(z).normalize();
  const y = z.clone().cross(x);
  return new Matrix4().makeBasis(x, y, z).setPosition(at);
}
