/** Light and dark: what the system says, until it is changed here. */

import type { App } from "./app/app.ts";

export function themed(app: App, button: HTMLElement, wanted: "light" | "dark" | null): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = wanted;
  const apply = (): void => {
    const dark = chosen === null ? system.matches : chosen === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.setAttribute("aria-pressed", String(dark));
    app.setTheme(dark);
  };
  system.addEventListener("change", apply);
  button.addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    apply();
  });
  apply();
}
