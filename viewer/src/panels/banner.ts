/** Of a live page: the first error in what is being written, over the picture of what was there without it. */

import type { App } from "../app/app.ts";
import { el } from "../dom.ts";
import { placeElement } from "./place.ts";

export class Banner {
  constructor(
    private readonly app: App,
    private readonly root: HTMLElement,
    private readonly stage: HTMLElement,
    /** Shows the list of findings. */
    private readonly showFindings: () => void,
  ) {
    app.onScene.on(() => this.rebuild());
    app.onLoaded.on(() => this.rebuild());
  }

  private rebuild(): void {
    const { app } = this;
    const errors = app.scene.documents.flatMap((doc, d) =>
      doc.findings.filter(({ severity }) => severity === "error").map((finding) => ({ finding, d })),
    );
    this.root.hidden = !app.live || errors.length === 0;
    this.stage.classList.toggle("stale", app.stale);
    if (this.root.hidden) return;
    const [{ finding, d }] = errors;
    const more = errors.length === 1 ? "Findings" : `${errors.length - 1} more`;
    this.root.replaceChildren(
      placeElement(app, d, finding.place, finding.column) ?? "",
      el("span", { class: "message", text: finding.message }),
      el("span", { class: "quiet", text: app.stale ? "The picture is that of before." : "The picture goes as far as it can." }),
      el("button", { type: "button", text: more, on: { click: () => this.showFindings() } }),
    );
  }
}
