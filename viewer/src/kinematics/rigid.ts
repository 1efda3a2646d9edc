/** Rigid transforms in double precision: three rows of four numbers, `[R | t]`. X_AB * X_BC = X_AC. */

import type { Pose, Vec3 } from "../format.ts";

export type Rigid = Float64Array;

export function identity(): Rigid {
  const x = new Float64Array(12);
  x[0] = x[5] = x[10] = 1;
  return x;
}

export function fromPose(pose: Pose): Rigid {
  const n = Math.hypot(pose[3], pose[4], pose[5], pose[6]) || 1;
  const w = pose[3] / n;
  const x = pose[4] / n;
  const y = pose[5] / n;
  const z = pose[6] / n;
  return Float64Array.of(
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), pose[0],
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), pose[1],
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), pose[2],
  );
}

export function translation(v: Vec3): Rigid {
  const x = identity();
  x[3] = v[0];
  x[7] = v[1];
  x[11] = v[2];
  return x;
}

export function compose(a: Rigid, b: Rigid): Rigid {
  const c = new Float64Array(12);
  for (let row = 0; row < 12; row += 4) {
    const x = a[row];
    const y = a[row + 1];
    const z = a[row + 2];
    c[row] = x * b[0] + y * b[4] + z * b[8];
    c[row + 1] = x * b[1] + y * b[5] + z * b[9];
    c[row + 2] = x * b[2] + y * b[6] + z * b[10];
    c[row + 3] = x * b[3] + y * b[7] + z * b[11] + a[row + 3];
  }
  return c;
}

export function inverse(a: Rigid): Rigid {
  const [xx, xy, xz, x, yx, yy, yz, y, zx, zy, zz, z] = a;
  return Float64Array.of(
    xx, yx, zx, -(xx * x + yx * y + zx * z),
    xy, yy, zy, -(xy * x + yy * y + zy * z),
    xz, yz, zz, -(xz * x + yz * y + zz * z),
  );
}

export function apply(a: Rigid, p: Vec3): Vec3 {
  return [
    a[0] * p[0] + a[1] * p[1] + a[2] * p[2] + a[3],
    a[4] * p[0] + a[5] * p[1] + a[6] * p[2] + a[7],
    a[8] * p[0] + a[9] * p[1] + a[10] * p[2] + a[11],
  ];
}

/** Only turned, not moved. */
export function rotate(a: Rigid, v: Vec3): Vec3 {
  return [
    a[0] * v[0] + a[1] * v[1] + a[2] * v[2],
    a[4] * v[0] + a[5] * v[1] + a[6] * v[2],
    a[8] * v[0] + a[9] * v[1] + a[10] * v[2],
  ];
}

export function origin(a: Rigid): Vec3 {
  return [a[3], a[7], a[11]];
}

/** A turn about a unit vector, rad. */
export function turn(axis: Vec3, angle: number): Rigid {
  const [x, y, z] = axis;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const d = 1 - c;
  return Float64Array.of(
    c + d * x * x, d * x * y - s * z, d * x * z + s * y, 0,
    d * x * y + s * z, c + d * y * y, d * y * z - s * x, 0,
    d * x * z - s * y, d * y * z + s * x, c + d * z * z, 0,
  );
}

/** The exponential of a rotation vector, rad. */
export function exponential(v: Vec3): Rigid {
  const angle = Math.hypot(...v);
  return angle === 0 ? identity() : turn([v[0] / angle, v[1] / angle, v[2] / angle], angle);
}

/** The rotation vector of the rotation, rad; its length is in [0, pi]. */
export function logarithm(a: Rigid): Vec3 {
  const x = (a[9] - a[6]) / 2;
  const y = (a[2] - a[8]) / 2;
  const z = (a[4] - a[1]) / 2;
  const sine = Math.hypot(x, y, z);
  const cosine = (a[0] + a[5] + a[10] - 1) / 2;
  const angle = Math.atan2(sine, cosine);
  if (sine > 1e-7) {
    const f = angle / sine;
    return [x * f, y * f, z * f];
  }
  if (cosine > 0) return [x, y, z];
  // half a turn: the column of (R + I) / 2 with the largest diagonal is the axis, scaled
  const column = a[0] >= a[5] && a[0] >= a[10] ? 0 : a[5] >= a[10] ? 1 : 2;
  const axis: Vec3 = [a[column], a[4 + column], a[8 + column]];
  axis[column] += 1;
  const n = Math.hypot(...axis) || 1;
  return [(axis[0] / n) * angle, (axis[1] / n) * angle, (axis[2] / n) * angle];
}

/** Fixed-axis roll, pitch and yaw, rad. */
export function rollPitchYaw(a: Rigid): Vec3 {
  const flat = Math.hypot(a[0], a[4]);
  const pitch = Math.atan2(-a[8], flat);
  if (flat < 1e-9) return [0, pitch, Math.atan2(-a[1], a[5])];
  return [Math.atan2(a[9], a[10]), pitch, Math.atan2(a[4], a[0])];
}

/** Four rows of four. */
export function matrix4(a: Rigid): number[][] {
  return [
    [a[0], a[1], a[2], a[3]],
    [a[4], a[5], a[6], a[7]],
    [a[8], a[9], a[10], a[11]],
    [0, 0, 0, 1],
  ];
}
