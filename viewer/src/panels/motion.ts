/** A slider and a number for every coordinate. */

import type { App } from "../app/app.ts";
import { type CoordinateRow, spanOf } from "../app/coordinates.ts";
import { DRAG_MODES, type DragMode } from "../app/dragging.ts";
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
  private readonly sweep = el("button", { type: "button", title: "Each joint through its range and back (w)" });
  private readonly controls = el("div", {});
  private readonly states = el("div", { class: "states" });
  private readonly drag = el("select", {});
  private readonly limitless = el("input", { type: "checkbox" });
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
    this.sweep.addEventListener("click", () => {
      if (app.swept === null) app.sweep();
      else app.stopSweep();
    });
    for (const [mode, text] of Object.entries(DRAG_MODES)) this.drag.append(el("option", { value: mode, text }));
    this.drag.addEventListener("change", () => (app.dragMode = this.drag.value as DragMode));
    this.limitless.addEventListener("change", () => app.ignoreLimits(this.limitless.checked));
    this.controls.append(
      el("div", { class: "actions" }, reset, random, this.sweep, this.unit),
      this.states,
      el("label", { class: "switch" }, el("span", { text: "A drag on a link" }), this.drag),
      el("label", { class: "switch" }, this.limitless, el("span", { text: "Ignore limits" })),
    );
    root.append(
      this.controls, this.filter, this.open, this.list, this.more,
    );
    app.onScene.on(() => this.rebuild());
    app.onSweep.on(() => this.rebuild());
    app.onMove.on(() => this.refresh());
    app.onSelect.on(() => this.mark());
  }

  private offerStates(): void {
    const groups = new Map<string, HTMLElement[]>();
    this.app.scene.documents.forEach((doc, index) => {
      for (const state of doc.states ?? []) {
        const title = `${state.values.length} coordinates`;
        const button = el("button", { type: "button", text: state.name, title, on: { click: () => this.app.take(index, state) } });
        groups.set(state.group, [...(groups.get(state.group) ?? []), button]);
      }
    });
    this.states.hidden = groups.size === 0;
    this.states.replaceChildren(
      ...[...groups].map(([group, buttons]) =>
        el("div", { class: "actions", role: "group", "aria-label": group === "" ? "States" : `States of ${group}` }, group !== "" && el("span", { class: "quiet", text: group }), ...buttons),
      ),
    );
  }

  private rebuild(): void {
    this.offerStates();
    this.sweep.textContent = this.app.swept === null ? "Sweep" : "Stop";
    this.limitless.checked = this.app.limitless;
    this.drag.value = this.app.dragMode;
    const rows = this.app.rows;
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows
      .map((row, index) => ({ row, index }))
      .filter(({ row }) => words.every((word) => `${row.label} ${row.joint}`.toLowerCase().includes(word)));
    this.rows = found.slice(0, MOST).map(({ row, index }) => this.make(row, index));
    this.controls.hidden = rows.length === 0;
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
    const limits = this.app.limitsOf(row);
    const bounds = spanOf({ ...row, ...limits }, this.app.valueOf(row));
    const [lower, upper] = this.app.limitless ? [Math.min(bounds[0], row.lower ?? 0), Math.max(bounds[1], row.upper ?? 0)] : bounds;
    const name = `${row.label}${row.driven ? ", follows others" : ""}`;
    const slider = el("input", {
      type: "range", min: lower, max: upper, step: "any", "aria-label": name, disabled: row.driven,
    });
    const entry = el("input", {
      type: "number", step: "any", "aria-label": `${name}, ${this.unitOf(row)}`, disabled: row.driven, inputmode: "decimal",
    });
    slider.addEventListener("pointerdown", () => this.app.stopSweep());
    slider.addEventListener("input", () => this.app.move(new Map([[index, Number(slider.value)]])));
    const enter = (): void => {
      const value = Number(entry.value) / scale;
      if (entry.value.trim() !== "" && Number.isFinite(value)) this.app.move(new Map([[index, clamped(this.app.limitsOf(row), value)]]));
      this.refresh(true);
    };
    entry.addEventListener("change", enter);
    const range = `${number(row.lower === null ? null : row.lower * scale, 4)} to ${number(row.upper === null ? null : row.upper * scale, 4)} ${this.unitOf(row)}`;
    const title = row.lower === null && row.upper === null ? `${row.label}: no limits` : `${row.label}: ${range}`;
    const label = el("span", { class: "name", text: row.label, title });
    const sweep = el("button", {
      type: "button", class: "tool", text: "⇄", title: `Move ${row.label} through its range`, "aria-label": `Sweep ${row.label}`,
      on: { click: () => this.app.sweep([index]) },
    });
    const element = el(
      "div",
      { class: row.driven ? "slider driven" : "slider", title },
      el("span", { class: "title" }, label, !row.driven && row.unit !== "1" && sweep),
      el("span", { class: "entry" }, entry, el("span", { class: "unit", text: this.unitOf(row) })),
      slider,
    );
    return { index, row, slider, entry, element };
  }

  private scale(row: CoordinateRow): number {
    return row.unit === "rad" && this.degrees ? 180 / Math.PI : 1;
  }

  private unitOf(row: CoordinateRow): string {
    if (row.unit === "1") return "";
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

function clamped(row: { lower: number | null; upper: number | null }, value: number): number {
  return Math.min(Math.max(value, row.lower ?? -Infinity), row.upper ?? Infinity);
}
