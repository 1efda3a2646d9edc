/** A menu that opens at a button or at a place of the picture, worked by mouse, touch and keys. */

import { el } from "../dom.ts";

export interface Entry {
  text: string;
  /** The key that does the same, to be shown. */
  key?: string;
  run: () => void;
}

let close: (() => void) | null = null;

/** Opens a menu and closes the one that is open; `back` has the focus when it closes. */
export function openMenu(label: string, entries: readonly Entry[], at: { x: number; y: number }, back: HTMLElement): void {
  close?.();
  const items = entries.map(({ text, key, run }) =>
    el(
      "button",
      { type: "button", role: "menuitem", tabindex: "-1", on: { click: () => { shut(); run(); } } },
      el("span", { text }),
      key !== undefined && el("kbd", { text: key }),
    ),
  );
  const menu = el("div", { class: "menu", role: "menu", "aria-label": label }, ...items);
  const outside = (event: Event): void => {
    if (!menu.contains(event.target as Node)) shut(false);
  };
  const shut = (returns = true): void => {
    close = null;
    removeEventListener("pointerdown", outside, true);
    removeEventListener("blur", outside);
    menu.remove();
    if (returns) back.focus();
  };
  menu.addEventListener("keydown", (event) => {
    const now = items.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) items[(next + items.length) % items.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") shut();
    else if (event.key !== "Enter" && event.key !== " ") return;
    else {
      event.stopPropagation(); // the button is pressed by it
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  const { offsetWidth, offsetHeight } = menu;
  menu.style.left = `${Math.max(4, Math.min(at.x, innerWidth - offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(at.y, innerHeight - offsetHeight - 4))}px`;
  addEventListener("pointerdown", outside, true);
  addEventListener("blur", outside);
  close = shut;
  items[0]?.focus();
}
