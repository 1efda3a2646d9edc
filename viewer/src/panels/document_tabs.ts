/** A tab for each of the documents that a page has. */

import type { App } from "../app/app.ts";
import { el } from "../dom.ts";

export class DocumentTabs {
  constructor(
    private readonly app: App,
    private readonly root: HTMLElement,
  ) {
    app.onScene.on(() => this.rebuild());
    root.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const { length } = app.tabs;
      app.openTab((app.tab + step + length) % length);
      event.preventDefault();
      event.stopPropagation();
    });
  }

  private rebuild(): void {
    const { tabs, tab } = this.app;
    const focused = this.root.contains(document.activeElement);
    this.root.hidden = tabs.length < 2;
    const buttons = tabs.map(({ title, documents }, i) => {
      const wrong = documents.some(({ findings }) => findings.some(({ severity }) => severity === "error"));
      return el("button", {
        type: "button", role: "tab", "aria-controls": "view", "aria-selected": String(i === tab), tabindex: i === tab ? "0" : "-1",
        class: wrong ? "wrong" : "", title, text: title, on: { click: () => this.app.openTab(i) },
      });
    });
    this.root.replaceChildren(...buttons);
    if (focused) buttons[tab].focus();
  }
}
