/** Damped least squares (Levenberg and Marquardt) with differences for derivatives. */

const STEP = 1e-6;
const ROUNDS = 60;

/** What makes `residual` smallest, started at `start`; stops where its length is below `enough`. */
export function leastSquares(
  residual: (x: Float64Array) => Float64Array,
  start: Float64Array,
  enough: number,
): { x: Float64Array; norm: number } {
  let x = Float64Array.from(start);
  let r = residual(x);
  let norm = Math.hypot(...r);
  let damping = 1e-6;
  for (let round = 0; round < ROUNDS && norm > enough && x.length > 0; round++) {
    const columns = derivatives(residual, x);
    const step = dampedStep(columns, r, damping);
    const next = x.map((value, i) => value - step[i]);
    const nextResidual = residual(next);
    const nextNorm = Math.hypot(...nextResidual);
    if (nextNorm < norm) {
      const little = norm - nextNorm < 1e-12 * norm;
      x = next;
      r = nextResidual;
      norm = nextNorm;
      damping = Math.max(damping / 10, 1e-14);
      if (little) break;
    } else {
      damping *= 10;
      if (damping > 1e6) break;
    }
  }
  return { x, norm };
}

function derivatives(residual: (x: Float64Array) => Float64Array, x: Float64Array): Float64Array[] {
  return Array.from(x, (value, i) => {
    const probe = Float64Array.from(x);
    probe[i] = value + STEP;
    const above = residual(probe);
    probe[i] = value - STEP;
    const below = residual(probe);
    return above.map((v, k) => (v - below[k]) / (2 * STEP));
  });
}

/** Solves (JᵀJ + damping I) s = Jᵀ r. */
function dampedStep(columns: Float64Array[], r: Float64Array, damping: number): Float64Array {
  const n = columns.length;
  const rows = columns.map((column, i) => {
    const row = new Float64Array(n + 1);
    for (let j = 0; j < n; j++) row[j] = dot(column, columns[j]);
    row[i] += damping;
    row[n] = dot(column, r);
    return row;
  });
  return solved(rows);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Gauss with pivots; each row ends with its right side. */
function solved(rows: Float64Array[]): Float64Array {
  const n = rows.length;
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let k = i + 1; k < n; k++) if (Math.abs(rows[k][i]) > Math.abs(rows[pivot][i])) pivot = k;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    const diagonal = rows[i][i] || 1e-300;
    for (let k = i + 1; k < n; k++) {
      const factor = rows[k][i] / diagonal;
      if (factor !== 0) for (let j = i; j <= n; j++) rows[k][j] -= factor * rows[i][j];
    }
  }
  const x = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    let sum = rows[i][n];
    for (let j = i + 1; j < n; j++) sum -= rows[i][j] * x[j];
    x[i] = sum / (rows[i][i] || 1e-300);
  }
  return x;
}
