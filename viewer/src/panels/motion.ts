/** A slider and a number for every coordinate. */

import type { App } from "../app/app.ts";
import type { CoordinateRow } from "../app/coordinates.ts";
import { el, number } from "../dom.ts";

const MOST = 250;

interface Row {
  index: number;
  row: CoordinateRow;
  slider: HTMLInputElement;
  entry: HTMLInputElement;
  element: HTMLElement;
}

export class MotionPanel {
  private rows: Row[] = [];
  private degrees = true;
  private readonly list = el("div", { class: "sliders" });
  private readonly filter = el("input", {
    type: "search", placeholder: "Search coordinates", "aria-label": "Search coordinates", spellcheck: "false", autocomplete: "off",
  });
  private readonly open = el("p", { class: "finding warning", role: "status" });
  private readonly more = el("p", { class: "quiet" });
  private readonly unit = el("button", { type: "button", title: "Degrees or radians" });

  constructor(
    private readonly app: App,
    root: HTMLElement,
  ) {
    const reset = el("button", { type: "button", text: "Reset", title: "Where the document starts (r)", on: { click: () => app.reset() } });
    const random = el("button", { type: "button", text: "Random", title: "Anywhere within limits (x)", on: { click: () => app.random() } });
    this.unit.addEventListener("click", () => {
      this.degrees = !this.degrees;
      this.rebuild();
    });
    this.filter.addEventListener("input", () => this.rebuild());
    root.append(el("div", { class: "actions" }, reset, random, this.unit), this.filter, this.open, this.list, this.more);
    app.onScene.on(() => this.rebuild());
    app.onMove.on(() => this.refresh());
    app.onSelect.on(() => this.mark());
  }

  private rebuild(): void {
    const rows = this.app.rows;
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows
      .map((row, index) => ({ row, index }))
      .filter(({ row }) => words.every((word) => `${row.label} ${row.joint}`.toLowerCase().includes(word)));
    this.rows = found.slice(0, MOST).map(({ row, index }) => this.make(row, index));
    this.filter.hidden = rows.length < 9;
    this.unit.textContent = this.degrees ? "°" : "rad";
    this.unit.setAttribute("aria-label", this.degrees ? "Angles in degrees" : "Angles in radians");
    this.list.replaceChildren(...this.rows.map(({ element }) => element));
    this.more.textContent =
      rows.length === 0 ? "Nothing here moves." : found.length > MOST ? `${found.length - MOST} more: search for them.` : "";
    this.refresh();
    this.mark();
  }

  private make(row: CoordinateRow, index: number): Row {
    const scale = this.scale(row);
    const [lower, upper] = range(row, this.app.valueOf(row));
    const name = `${row.label}${row.driven ? ", follows others" : ""}`;
    const slider = el("input", {
      type: "range", min: lower, max: upper, step: "any", "aria-label": name, disabled: row.driven,
    });
    const entry = el("input", {
      type: "number", step: "any", "aria-label": `${name}, ${this.unitOf(row)}`, disabled: row.driven, inputmode: "decimal",
    });
    slider.addEventListener("input", () => this.app.move(new Map([[index, Number(slider.value)]])));
    const enter = (): void => {
      const value = Number(entry.value) / scale;
      if (entry.value.trim() !== "" && Number.isFinite(value)) this.app.move(new Map([[index, clamped(row, value)]]));
      this.refresh(true);
    };
    entry.addEventListener("change", enter);
    const limits = `${number(row.lower === null ? null : row.lower * scale, 4)} to ${number(row.upper === null ? null : row.upper * scale, 4)} ${this.unitOf(row)}`;
    const title = row.lower === null && row.upper === null ? `${row.label}: no limits` : `${row.label}: ${limits}`;
    const label = el("span", { class: "name", text: row.label, title });
    const element = el(
      "div",
      { class: row.driven ? "slider driven" : "slider", title },
      label,
      el("span", { class: "entry" }, entry, el("span", { class: "unit", text: this.unitOf(row) })),
      slider,
    );
    return { index, row, slider, entry, element };
  }

  private scale(row: CoordinateRow): number {
    return row.unit === "rad" && this.degrees ? 180 / Math.PI : 1;
  }

  private unitOf(row: CoordinateRow): string {
    return row.unit === "m" ? "m" : this.degrees ? "°" : "rad";
  }

  private refresh(force = false): void {
    for (const { row, slider, entry } of this.rows) {
      const value = this.app.valueOf(row);
      if (value < Number(slider.min)) slider.min = String(value);
      if (value > Number(slider.max)) slider.max = String(value);
      slider.value = String(value);
      slider.setAttribute("aria-valuetext", `${number(value * this.scale(row))} ${this.unitOf(row)}`);
      const fraction = (value - Number(slider.min)) / (Number(slider.max) - Number(slider.min) || 1);
      slider.style.setProperty("--at", `${Math.round(fraction * 1000) / 10}%`);
      if (force || document.activeElement !== entry) entry.value = number(value * this.scale(row));
    }
    const open = Math.max(0, ...this.app.views.map((view) => view.configuration.open));
    this.open.hidden = open < 1e-6;
    this.open.textContent = `Loops cannot close here: open by ${number(open, 2)}`;
  }

  /** Points out the coordinates of the selected link's joint. */
  private mark(): void {
    const selected = this.app.selectedLink();
    const doc = selected === null ? undefined : this.app.views[selected.doc].doc;
    const joint = selected === null ? null : doc?.links[selected.link].joint;
    for (const { row, element } of this.rows) {
      const index = selected === null ? null : row.indices[selected.doc];
      const own = joint !== null && joint !== undefined && index !== null && doc?.coordinates[index]?.joint === joint;
      element.classList.toggle("selected", own);
      if (own) element.scrollIntoView({ block: "nearest" });
    }
  }
}

/** Both ends of a slider; where there is no limit, far enough for any use. */
function range(row: CoordinateRow, value: number): [number, number] {
  const reach = row.unit === "rad" ? Math.PI : 1;
  const lower = row.lower ?? Math.min(-reach, (row.upper ?? reach) - 2 * reach);
  const upper = row.upper ?? Math.max(reach, lower + 2 * reach);
  return [Math.min(lower, value), Math.max(upper, value)];
}

function clamped(row: CoordinateRow, value: number): number {
  return Math.min(Math.max(value, row.lower ?? -Infinity), row.upper ?? Infinity);
}
