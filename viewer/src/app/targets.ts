/** What things are on. */

import type { Target } from "../layers/layer.ts";
import type { DocumentView } from "./document_view.ts";

/** The link that something is on, or that a joint moves. */
export function linkOf({ doc }: DocumentView, target: Target): number | null {
  switch (target.kind) {
    case "link":
    case "shape":
      return target.link;
    case "joint":
      return doc.joints[target.joint].child;
    case "frame":
      return doc.frames[target.frame].link;
    case "mark":
      return doc.marks[target.mark].link;
    case "light":
      return doc.lights[target.light].link;
    case "finding":
      return doc.findings[target.finding].link;
  }
}
