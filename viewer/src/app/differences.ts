/** Colours of two documents over each other; told apart by colour-blind people too (the palette of Okabe and Ito). */

import { Color } from "three";
import type { Doc } from "../format.ts";
import type { Look } from "../shapes/look.ts";

export const DIFFERENCES = {
  removed: { color: "#d55e00", text: "only in the first" },
  added: { color: "#0072b2", text: "only in the second" },
  changed: { color: "#cc79a7", text: "in both, not the same; the first is pale" },
  same: { color: "#9aa0a8", text: "the same in both" },
} as const;

/** The look of a link's shapes in a comparison. */
export function compared(docs: readonly Doc[], doc: number): (link: number, look: Look) => Look {
  const what = new Map<number, keyof typeof DIFFERENCES>();
  for (const { link, what: kind } of docs[doc].differences ?? []) {
    if (what.get(link) === undefined || kind !== "changed") what.set(link, kind);
  }
  return (link, look) => {
    const kind = what.get(link) ?? "same";
    const strength = kind === "same" ? 0.3 : kind === "changed" && doc === 0 ? 0.4 : 1;
    return {
      ...look,
      map: null,
      emissive: null,
      vertexColors: false,
      color: new Color(DIFFERENCES[kind].color),
      opacity: Math.min(look.opacity, strength),
    };
  };
}
