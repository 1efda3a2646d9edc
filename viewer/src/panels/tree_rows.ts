/** The rows of the tree: documents, models, links with the joints that carry them, joints that close loops. */

import type { Doc, Joint } from "../format.ts";
import type { Target } from "../layers/layer.ts";

export interface Node {
  id: number;
  doc: number;
  level: number;
  label: string;
  /** The joint, in quieter letters. */
  aside: string;
  badge: string;
  title: string;
  target: Target | null;
  parent: Node | null;
  children: Node[];
  /** Frames of a link, which only a search finds. */
  frames: Node[];
  /** What a search looks through, in lower case. */
  words: string;
  finding: "error" | "warning" | "note" | null;
  what: "added" | "removed" | "changed" | null;
}

const BADGES: Record<string, string> = {
  revolute: "R", hinge: "R", continuous: "C", prismatic: "P", fixed: "F", weld: "F", ball: "B", universal: "U", screw: "S",
  floating: "6", free: "6", planar: "2D", revolute2: "RR", gearbox: "G", euler: "E", translational: "T",
};

export function badge(type: string): string {
  return BADGES[type.toLowerCase()] ?? type.slice(0, 2).toUpperCase();
}

export function rowsOf(docs: readonly Doc[]): Node[] {
  const all: Node[] = [];
  const make = (doc: number, parent: Node | null, label: string, rest: Partial<Node> = {}): Node => {
    const node: Node = {
      id: all.length, doc, level: parent === null ? 0 : parent.level + 1, label, aside: "", badge: "", title: label, target: null,
      parent, children: [], frames: [], words: label.toLowerCase(), finding: null, what: null, ...rest,
    };
    all.push(node);
    if (rest.target?.kind === "frame") parent?.frames.push(node);
    else parent?.children.push(node);
    return node;
  };
  docs.forEach((doc, index) => {
    const root = docs.length > 1 ? make(index, null, doc.name) : null;
    addDocument(doc, index, root, make);
  });
  return all;
}

type Make = (doc: number, parent: Node | null, label: string, rest?: Partial<Node>) => Node;

function addDocument(doc: Doc, index: number, root: Node | null, make: Make): void {
  const worst = new Map<number, Node["finding"]>();
  for (const { link, severity } of doc.findings) {
    if (link === null || severity === "note") continue;
    if (severity === "error" || !worst.has(link)) worst.set(link, severity);
  }
  const different = new Map((doc.differences ?? []).map(({ link, what }) => [link, what]));
  const closing = new Map<number, Joint[]>();
  for (const joint of doc.joints) {
    if (joint.closes_loop) closing.set(joint.parent, [...(closing.get(joint.parent) ?? []), joint]);
  }
  const framesOf = new Map<number, number[]>();
  doc.frames.forEach(({ link }, i) => framesOf.set(link, [...(framesOf.get(link) ?? []), i]));
  const severalModels = new Set(doc.links.slice(1).map((link) => link.model)).size > 1;
  const models = new Map<string, Node>();
  const children = new Map<number, number[]>();
  doc.links.forEach((link, i) => {
    if (i > 0) children.set(link.parent ?? 0, [...(children.get(link.parent ?? 0) ?? []), i]);
  });
  const add = (start: number, above: Node | null): void => {
    const pending: [number, Node | null][] = [[start, above]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [i, parent] = next;
      const link = doc.links[i];
      const joint = link.joint === null ? undefined : doc.joints[link.joint];
      let holder = parent;
      if (severalModels && i > 0 && (link.parent ?? 0) === 0 && link.model !== "") {
        holder = models.get(link.model) ?? make(index, parent, link.model, { badge: "M", title: `model ${link.model}` });
        models.set(link.model, holder);
      }
      // below a link of another model the model is part of the name
      const within = severalModels && (holder !== parent || doc.links[link.parent ?? 0].model === link.model);
      const bare = (name: string): string =>
        within && name.startsWith(`${link.model}::`) ? name.slice(link.model.length + 2) : name;
      const node = make(index, holder, bare(link.short), {
        aside: bare(joint?.short ?? ""),
        badge: joint ? badge(joint.type) : "",
        title: joint ? `${link.name} — ${joint.type} joint ${joint.name}` : link.name,
        target: { kind: "link", link: i },
        words: `${link.name} ${joint?.name ?? ""} ${joint?.type ?? ""}`.toLowerCase(),
        finding: worst.get(i) ?? null,
        what: different.get(i) ?? null,
      });
      for (const frame of framesOf.get(i) ?? []) {
        const { name, short, kind } = doc.frames[frame];
        const text = `${kind} frame`;
        make(index, node, short, { aside: text, title: `${text} ${name}`, target: { kind: "frame", frame }, words: `${name} ${text}`.toLowerCase() });
      }
      for (const loop of closing.get(i) ?? []) {
        make(index, node, doc.links[loop.child]?.short ?? "?", {
          aside: loop.short,
          badge: "⟲",
          title: `${loop.type} joint ${loop.name} closes a loop`,
          target: { kind: "joint", joint: doc.joints.indexOf(loop) },
          words: loop.name.toLowerCase(),
        });
      }
      for (const child of [...(children.get(i) ?? [])].reverse()) pending.push([child, node]);
    }
  };
  if (doc.links.length > 0) add(0, root);
}

/** The rows to be shown, in order: those below closed ones are left out, or all but what a search finds and what is above. */
export function visibleRows(all: readonly Node[], closed: ReadonlySet<number>, search: string): Node[] {
  const rows: Node[] = [];
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  let keep: Set<Node> | null = null;
  if (words.length > 0) {
    keep = new Set();
    for (const node of all) {
      if (!words.every((word) => node.words.includes(word))) continue;
      for (let above: Node | null = node; above !== null && !keep.has(above); above = above.parent) keep.add(above);
    }
  }
  const pending = all.filter((node) => node.parent === null).reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (keep !== null && !keep.has(node)) continue;
    rows.push(node);
    const inside = keep === null ? node.children : [...node.children, ...node.frames];
    if (keep !== null || !closed.has(node.id)) for (const child of [...inside].reverse()) pending.push(child);
  }
  return rows;
}
