/** What can be done with a link: the menu of the right button, a long touch or a key, in the picture and in the tree. */

import type { App } from "../app/app.ts";
import { FADED } from "../app/visibility.ts";
import { type Entry, openMenu } from "./menu.ts";

const STILL = 6;
const LONG = 550;

export class LinkMenu {
  constructor(
    private readonly app: App,
    private readonly measureFrom: (doc: number, link: number) => void,
  ) {
    const { canvas } = app.stage;
    let down: { x: number; y: number; left: number; top: number; timer: ReturnType<typeof setTimeout> | undefined } | null = null;
    const end = (): void => {
      clearTimeout(down?.timer);
      down = null;
    };
    canvas.addEventListener("pointerdown", (event) => {
      end();
      if (!event.isPrimary || (event.button !== 2 && event.pointerType !== "touch")) return;
      const at = { x: event.clientX, y: event.clientY, left: event.offsetX, top: event.offsetY, timer: undefined };
      down = at;
      if (event.pointerType === "touch") {
        down.timer = setTimeout(() => {
          if (down === at) this.pickAt(at);
          end();
        }, LONG);
      }
    });
    canvas.addEventListener("pointermove", (event) => {
      if (down !== null && Math.hypot(event.clientX - down.x, event.clientY - down.y) > STILL) end();
    });
    canvas.addEventListener("pointerup", (event) => {
      if (down !== null && event.button === 2) this.pickAt(down);
      end();
    });
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("keydown", (event) => {
      if (event.key !== "ContextMenu" && !(event.key === "F10" && event.shiftKey)) return;
      event.preventDefault();
      const { left, top } = canvas.getBoundingClientRect();
      this.open({ x: left + canvas.clientWidth / 2, y: top + canvas.clientHeight / 2 }, canvas);
    });
  }

  private pickAt(at: { x: number; y: number; left: number; top: number }): void {
    this.app.pickAt(at.left, at.top);
    this.open(at, this.app.stage.canvas);
  }

  /** Opens the menu of the selected link. */
  open(at: { x: number; y: number }, back: HTMLElement): void {
    const { app } = this;
    const entries: Entry[] = [];
    const selected = app.selectedLink();
    if (selected !== null) {
      const { doc, link } = selected;
      const seen = app.seen(doc, link);
      entries.push(
        seen === 0 ? { text: "Show", key: "h", run: () => app.hide(1) } : { text: "Hide", key: "h", run: () => app.hide(0) },
        { text: "Hide with all it carries", key: "H", run: () => app.hide(0, true) },
        seen === FADED ? { text: "Show wholly", key: "b", run: () => app.hide(1) } : { text: "Fade", key: "b", run: () => app.hide(FADED) },
        { text: "Show it alone", key: "o", run: () => app.isolate() },
        { text: "Fade all others", key: "O", run: () => app.isolate(FADED) },
        { text: "Bring to the middle", key: "f", run: () => app.focus() },
        { text: "Measure from here", run: () => this.measureFrom(doc, link) },
      );
    }
    if (app.visibility.any) entries.push({ text: "Show all links", key: "u", run: () => app.showAll() });
    entries.push({ text: "Show all of it", key: "a", run: () => app.fit() });
    openMenu("Link", entries, at, back);
  }
}
