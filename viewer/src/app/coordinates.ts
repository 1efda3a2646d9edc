/** The coordinates of one document, or of two where those of the same joint are moved together. */

import type { Doc } from "../format.ts";

export interface CoordinateRow {
  /** The same when the document is read anew. */
  key: string;
  label: string;
  /** Names by which it can be set: of the coordinate, and of its joint. */
  names: string[];
  joint: string;
  axis: number;
  unit: "rad" | "m" | "1";
  lower: number | null;
  upper: number | null;
  /** Where the document has it. */
  start: number;
  driven: boolean;
  /** Its index in each document, null where that has none. */
  indices: (number | null)[];
}

/** Both ends of the range that a coordinate is shown in; where there is no limit, far enough for any use. */
export function spanOf(row: CoordinateRow, value: number): [number, number] {
  const reach = row.unit === "rad" ? Math.PI : 1;
  const middle = row.unit === "m" ? row.start : 0;
  const lower = row.lower ?? Math.min(middle - reach, (row.upper ?? middle + reach) - 2 * reach);
  const upper = row.upper ?? Math.max(middle + reach, lower + 2 * reach);
  return [Math.min(lower, value), Math.max(upper, value)];
}

export function coordinateRows(docs: readonly Doc[]): CoordinateRow[] {
  const rows = new Map<string, CoordinateRow>();
  docs.forEach((doc, d) => {
    const followers = new Set(doc.couplings.map(({ follower }) => follower));
    doc.coordinates.forEach((coordinate, index) => {
      const joint = doc.joints[coordinate.joint] as Doc["joints"][number] | undefined;
      const key = `${joint?.short ?? coordinate.name} ${coordinate.axis}`;
      const known = rows.get(key);
      if (known !== undefined && known.indices[d] === null) {
        known.indices[d] = index;
        return;
      }
      rows.set(known === undefined ? key : `${key} ${d} ${index}`, {
        key,
        label: coordinate.name,
        names: [...new Set([coordinate.name, joint?.name ?? "", joint?.short ?? ""])].filter(Boolean),
        joint: joint?.name ?? "",
        axis: coordinate.axis,
        unit: coordinate.unit,
        lower: coordinate.lower,
        upper: coordinate.upper,
        start: Number.isFinite(coordinate.value) ? coordinate.value : 0,
        driven: coordinate.driven || followers.has(index),
        indices: docs.map((_, i) => (i === d ? index : null)),
      });
    });
  });
  return [...rows.values()];
}
