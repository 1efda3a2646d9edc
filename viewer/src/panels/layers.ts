/** A switch for each layer, and the legend of two documents. */

import type { App } from "../app/app.ts";
import { DIFFERENCES } from "../app/differences.ts";
import { el } from "../dom.ts";
import { LAYERS, type LayerId } from "../layers/layer.ts";

export class LayersPanel {
  private readonly switches = new Map<LayerId, HTMLInputElement>();
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
    root.append(this.documents, list);
    app.onScene.on(() => this.rebuild());
    app.onLayers.on(() => this.refresh());
    app.onLoaded.on(() => this.refresh());
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
