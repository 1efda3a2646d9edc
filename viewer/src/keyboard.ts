/** Keys, wherever the focus is but in a field; `?` lists them. */

import { type App, VIEWS } from "./app/app.ts";
import { FADED } from "./app/visibility.ts";
import { el } from "./dom.ts";
import { LAYERS } from "./layers/layer.ts";

interface Key {
  keys: string[];
  text: string;
  run: () => void;
}

export interface Actions {
  search: () => void;
  left: () => void;
  right: () => void;
  theme: () => void;
  link: () => void;
  picture: () => void;
}

export class Keyboard {
  private side = 0;
  private readonly keys: Key[];

  constructor(
    private readonly app: App,
    private readonly help: HTMLDialogElement,
    actions: Actions,
  ) {
    this.keys = [
      { keys: ["/"], text: "search links and joints", run: actions.search },
      { keys: ["a"], text: "show all of it", run: () => app.fit() },
      { keys: ["f"], text: "bring the selected link to the middle", run: () => app.focus() },
      { keys: ["v"], text: "next side: front, left, top, corner", run: () => this.turn() },
      { keys: ["p"], text: "perspective or parallel lines of sight", run: () => app.stage.project(!app.stage.parallel) },
      { keys: ["r"], text: "reset the coordinates", run: () => app.reset() },
      { keys: ["x"], text: "random coordinates", run: () => app.random() },
      { keys: ["w"], text: "move each joint through its range, or stop", run: () => (app.swept === null ? app.sweep() : app.stopSweep()) },
      { keys: ["["], text: "move the joint of the selected link down", run: () => app.nudge(-0.02) },
      { keys: ["]"], text: "the same up", run: () => app.nudge(0.02) },
      { keys: ["h"], text: "hide or show the selected link", run: () => this.toggle(0, false) },
      { keys: ["H"], text: "the same with all that it carries", run: () => this.toggle(0, true) },
      { keys: ["b"], text: "fade the selected link, or show it wholly", run: () => this.toggle(FADED, false) },
      { keys: ["o"], text: "show the selected link and what it carries alone", run: () => app.isolate() },
      { keys: ["O"], text: "fade all others", run: () => app.isolate(FADED) },
      { keys: ["u"], text: "show all links", run: () => app.showAll() },
      { keys: ["t"], text: "show or hide the tree", run: actions.left },
      { keys: ["c"], text: "show or hide coordinates and layers", run: actions.right },
      { keys: ["d"], text: "light or dark", run: actions.theme },
      { keys: ["l"], text: "copy a link to what is shown", run: actions.link },
      { keys: ["s"], text: "save a picture", run: actions.picture },
      ...LAYERS.map(({ id, name, key }) => ({ keys: [key], text: `layer: ${name}`, run: () => app.toggle(id) })),
      { keys: ["Escape"], text: "select nothing", run: () => app.select(null) },
      { keys: ["?"], text: "these keys", run: () => this.showHelp() },
    ];
    this.fillHelp();
    addEventListener("keydown", (event) => this.press(event));
  }

  private toggle(part: number, whole: boolean): void {
    const selected = this.app.selectedLink();
    if (selected !== null) this.app.hide(this.app.seen(selected.doc, selected.link) === part ? 1 : part, whole);
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || this.help.open) return;
    const at = event.target as HTMLElement | null;
    const field = at instanceof HTMLInputElement && at.type !== "checkbox" && at.type !== "range";
    if (field) {
      if (event.key === "Escape") at.blur();
      return;
    }
    if (this.move(event, at)) return;
    const key = this.keys.find(({ keys }) => keys.includes(event.key));
    if (key === undefined) return;
    event.preventDefault();
    key.run();
  }

  /** Arrows turn the picture, plus and minus zoom, while it has the focus. */
  private move(event: KeyboardEvent, at: HTMLElement | null): boolean {
    const { stage } = this.app;
    if (at !== stage.canvas || !stage.controls.enabled) return false;
    const turn = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const zoom = { "+": 0.85, "=": 0.85, "-": 1 / 0.85 }[event.key];
    if (turn === undefined && zoom === undefined) return false;
    event.preventDefault();
    this.app.touched = true;
    stage.orbit((turn?.[0] ?? 0) * 0.12, (turn?.[1] ?? 0) * 0.12, zoom ?? 1);
    return true;
  }

  turn(): void {
    const sides = ["front", "left", "top", "corner"];
    this.app.fit(VIEWS[sides[this.side++ % sides.length]]);
  }

  showHelp(): void {
    this.help.showModal();
    this.help.scrollTop = 0;
  }

  private fillHelp(): void {
    const list = el("div", { class: "columns" });
    const name = (key: string): string => (key === "Escape" ? "Esc" : key);
    const rows: [string[], string][] = [
      [["← ↑ → ↓"], "turn the picture, when it has the focus"],
      [["+", "−"], "nearer, farther"],
      ...this.keys.map(({ keys, text }) => [keys, text] as [string[], string]),
    ];
    for (const [keys, text] of rows) {
      list.append(el("div", {}, ...keys.map((key) => el("kbd", { text: name(key) })), el("span", { text })));
    }
    const close = el("button", { text: "Close" });
    const form = el("form", { method: "dialog", class: "actions" }, close);
    this.help.append(el("h2", { id: "help-title", text: "Keys" }), list, form);
  }
}
