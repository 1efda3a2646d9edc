/** What is wrong, as a list; a click brings the link to the middle. */

import type { App } from "../app/app.ts";
import { DIFFERENCES } from "../app/differences.ts";
import { el } from "../dom.ts";
import type { Difference, Doc } from "../format.ts";
import { placeElement } from "./place.ts";

const MOST = 300;
const RANK = { error: 0, warning: 1, note: 2 } as const;

export class FindingsPanel {
  constructor(
    private readonly app: App,
    private readonly root: HTMLElement,
    private readonly tab: HTMLElement,
  ) {
    app.onScene.on(() => this.rebuild());
    app.onLoaded.on(() => this.rebuild());
    app.onSelect.on(() => this.mark());
  }

  private rebuild(): void {
    const docs = this.app.scene.documents;
    const all = docs.flatMap((doc, d) => doc.findings.map((finding, index) => ({ doc, d, finding, index })));
    all.sort((a, b) => RANK[a.finding.severity] - RANK[b.finding.severity]);
    const wrong = all.filter(({ finding }) => finding.severity !== "note").length;
    this.tab.textContent = all.length === 0 ? "Findings" : `Findings ${all.length}`;
    this.tab.classList.toggle("wrong", wrong > 0);
    const items = all.slice(0, MOST).map(({ doc, d, finding, index }) => {
      const item = el(
        "button",
        { type: "button", class: `finding ${finding.severity}`, "data-finding": `${d}:${index}` },
        el("span", { class: "head" }, el("b", { text: finding.code }), el("span", { class: "severity", text: finding.severity }),
          docs.length > 1 && el("span", { text: doc.name })),
        el("span", { class: "message", text: finding.message }),
        finding.hint !== null && finding.hint !== "" && el("span", { class: "hint", text: finding.hint }),
      );
      const place = placeElement(this.app, d, finding.place, finding.column);
      item.addEventListener("click", () => {
        this.app.select({ doc: d, target: { kind: "finding", finding: index } }, finding.link !== null && finding.link > 0);
      });
      if (place === null || place instanceof HTMLButtonElement) return el("li", {}, item, place);
      item.append(place);
      return el("li", {}, item);
    });
    const told = new Set<string>();
    const differences = docs.flatMap((doc, d) =>
      (doc.differences ?? [])
        .filter(({ text }) => !told.has(text) && told.add(text)) // what differs in both is at both
        .map((one) => this.difference(doc, d, one)),
    );
    const missing = lines(this.missing());
    const odd = lines(this.odd());
    this.root.replaceChildren(
      all.length + missing.length + odd.length + differences.length === 0 ? el("p", { class: "quiet", text: "Nothing was found." }) : "",
      ...(differences.length === 0 ? [] : [el("h3", { text: "What differs" }), el("ul", { class: "findings" }, ...differences)]),
      ...(differences.length > 0 && all.length > 0 ? [el("h3", { text: "Findings" })] : []),
      el("ul", { class: "findings" }, ...items),
      all.length > MOST ? el("p", { class: "quiet", text: `${all.length - MOST} more.` }) : "",
      ...(missing.length === 0 ? [] : [el("h3", { text: "Not shown" }), el("ul", { class: "missing" }, ...missing)]),
      ...(odd.length === 0 ? [] : [el("h3", { text: "Odd meshes" }), el("ul", { class: "missing" }, ...odd)]),
    );
  }

  private difference(doc: Doc, d: number, { link, what, text }: Difference): HTMLElement {
    const item = el(
      "button",
      { type: "button", class: "finding" },
      el("span", { class: "head" }, el("b", { text: doc.links[link].short }), el("span", { class: "severity", text: what })),
      el("span", { class: "message", text }),
    );
    item.style.borderColor = DIFFERENCES[what].color;
    item.addEventListener("click", () => this.app.select({ doc: d, target: { kind: "link", link } }, true));
    return el("li", {}, item);
  }

  /** Meshes that cannot be shown, and why. */
  private missing(): Map<string, string> {
    const reasons = new Map<string, string>();
    for (const view of this.app.views) {
      for (const { uri, reason } of view.bodies.gaps) reasons.set(uri, reason);
      for (const { shape, reason } of view.bodies.odd) reasons.set(shape.name, reason);
    }
    return reasons;
  }

  /** Meshes that are shown, and what is odd about them. */
  private odd(): Map<string, string> {
    const said = new Map<string, string>();
    for (const { library, doc } of this.app.views) for (const [index, text] of library.odd) said.set(doc.meshes[index].uri, text);
    return said;
  }

  private mark(): void {
    const { selection } = this.app;
    const id = selection?.target.kind === "finding" ? `${selection.doc}:${selection.target.finding}` : "";
    for (const item of this.root.querySelectorAll<HTMLElement>("[data-finding]")) {
      item.classList.toggle("selected", item.dataset.finding === id);
    }
  }
}

function lines(reasons: ReadonlyMap<string, string>): HTMLElement[] {
  return [...reasons].slice(0, MOST).map(([uri, reason]) =>
    el("li", {}, el("span", { class: "place", text: uri }), el("span", { class: "quiet", text: reason })),
  );
}
