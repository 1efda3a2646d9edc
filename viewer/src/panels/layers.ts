/** A switch for each layer, and the legend of two documents. */

import type { App } from "../app/app.ts";
import { DIFFERENCES } from "../app/differences.ts";
import { el } from "../dom.ts";
import { LAYERS, type LayerId } from "../layers/layer.ts";

export class LayersPanel {
  private readonly switches = new Map<LayerId, HTMLInputElement>();
  private readonly up = el("select", { "aria-label": "Axis that is up" }, ...["", "x", "y", "z"].map((axis) => el("option", { value: axis, text: axis === "" ? "as in the document" : axis })));
  private readonly opacity = el("input", { type: "range", min: 0.05, max: 1, step: "any", value: 1, "aria-label": "How much visuals are seen" });
  private readonly axis = el("select", { "aria-label": "Axis of the section" });
  private readonly where = el("input", { type: "range", min: 0, max: 1, step: "any", value: 0.5, "aria-label": "Where the section is", hidden: true });
  private readonly documents = el("div", { class: "documents" });

  constructor(
    private readonly app: App,
    root: HTMLElement,
    private readonly legend: HTMLElement,
  ) {
    const list = el("div", { class: "switches" });
    for (const { id, name, key } of LAYERS) {
      const box = el("input", { type: "checkbox", "data-layer": id, on: { change: () => app.toggle(id, box.checked) } });
      this.switches.set(id, box);
      list.append(el("label", { class: "switch" }, box, el("span", { text: name }), el("kbd", { text: key })));
    }
    this.up.addEventListener("change", () => app.setUp(this.up.value === "" ? null : (this.up.value as "x" | "y" | "z")));
    this.opacity.addEventListener("input", () => app.seeThrough(Number(this.opacity.value)));
    for (const axis of ["", "x", "y", "z"]) this.axis.append(el("option", { value: axis, text: axis === "" ? "none" : `across ${axis}` }));
    this.axis.addEventListener("change", () => {
      this.where.value = "0.5";
      this.cut();
    });
    this.where.addEventListener("input", () => this.cut());
    root.append(
      this.documents, list,
      el("label", { class: "switch" }, el("span", { text: "Visuals are seen" }), this.opacity),
      el("label", { class: "switch" }, el("span", { text: "Section" }), this.axis), this.where,
      el("label", { class: "switch" }, el("span", { text: "Up" }), this.up),
    );
    app.onScene.on(() => this.rebuild());
    app.onLayers.on(() => this.refresh());
    app.onLoaded.on(() => this.refresh());
  }

  private cut(): void {
    const axis = this.axis.value as "" | "x" | "y" | "z";
    if (axis === "") this.app.cut(null);
    else {
      const [from, to] = this.app.spanAlong(axis);
      this.app.cut({ axis, at: from + Number(this.where.value) * (to - from) });
    }
  }

  private rebuild(): void {
    this.documents.replaceChildren();
    const docs = this.app.scene.documents;
    if (docs.length > 1) {
      docs.forEach((doc, i) => {
        const box = el("input", { type: "checkbox", checked: true });
        box.addEventListener("change", () => {
          this.app.shown[i] = box.checked;
          this.app.refreshLayers();
        });
        const text = `${i === 0 ? "First" : "Second"}: ${doc.name}`;
        this.documents.append(el("label", { class: "switch" }, box, el("span", { text })));
      });
      const compare = el("input", { type: "checkbox", checked: this.app.comparing });
      compare.addEventListener("change", () => this.app.compare(compare.checked));
      this.documents.append(
        el("label", { class: "switch" }, compare, el("span", { text: "Colour what differs" })),
      );
    }
    this.legend.replaceChildren(el("ul", { class: "legend", "aria-label": "Legend" }, ...legend()));
    this.refresh();
  }

  private refresh(): void {
    this.legend.hidden = !this.app.comparing;
    this.up.value = this.app.up ?? "";
    this.where.hidden = this.app.visibility.section === null;
    for (const slider of [this.opacity, this.where]) slider.style.setProperty("--at", `${Number(slider.value) * 100}%`);
    for (const [id, box] of this.switches) {
      box.checked = this.app.visible.has(id);
      box.closest("label")?.classList.toggle("empty", !this.app.has(id));
    }
  }
}

function legend(): HTMLElement[] {
  return Object.entries(DIFFERENCES).map(([what, { color, text }]) => {
    const swatch = el("span", { class: "swatch" });
    swatch.style.background = color;
    return el("li", {}, swatch, el("b", { text: what }), ` ${text}`);
  });
}
