/** Two turns by the formula for unit axes, whatever the length of the axes: DART's universal joint. */

import type { Vec3 } from "../format.ts";
import { compose, type Rigid } from "./rigid.ts";

const LARGEST_SCALING = 1e-6;

/** Null where the product is too far from a rotation to count. */
export function unscaledTurns(first: Vec3, second: Vec3, a: number, b: number): Rigid | null {
  const both = compose(formula(first, a), formula(second, b));
  return Math.abs(determinant(both) - 1) <= LARGEST_SCALING ? both : null;
}

function formula([x, y, z]: Vec3, angle: number): Rigid {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const d = 1 - c;
  return Float64Array.of(
    c + d * x * x, d * x * y - s * z, d * x * z + s * y, 0,
    d * x * y + s * z, c + d * y * y, d * y * z - s * x, 0,
    d * x * z - s * y, d * y * z + s * x, c + d * z * z, 0,
  );
}

function determinant(a: Rigid): number {
  return (
    a[0] * (a[5] * a[10] - a[6] * a[9]) - a[1] * (a[4] * a[10] - a[6] * a[8]) + a[2] * (a[4] * a[9] - a[5] * a[8])
  );
}
