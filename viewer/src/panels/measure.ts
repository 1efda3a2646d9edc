/** The pose of one frame in another. */

import type { App } from "../app/app.ts";
import { el, number, vector } from "../dom.ts";
import { compose, inverse, origin, rollPitchYaw } from "../kinematics/rigid.ts";
import { poseOfSpot, type Spot } from "../app/ruler.ts";

export class MeasurePanel {
  private readonly names = el("datalist", { id: "frame-names" });
  private readonly from = this.field("From frame");
  private readonly to = this.field("To frame");
  private readonly result = el("dl", { class: "measured", role: "status" });
  private readonly ground = el("dl", { role: "status" });
  private spots = new Map<string, Spot>();

  constructor(
    private readonly app: App,
    root: HTMLElement,
  ) {
    const swap = el("button", { type: "button", text: "Swap" });
    swap.addEventListener("click", () => {
      [this.from.value, this.to.value] = [this.to.value, this.from.value];
      this.changed();
    });
    const clear = el("button", { type: "button", text: "Clear" });
    clear.addEventListener("click", () => {
      this.from.value = this.to.value = "";
      this.changed();
    });
    root.append(
      this.names,
      el("label", { class: "field" }, el("span", { text: "From" }), this.from),
      el("label", { class: "field" }, el("span", { text: "To" }), this.to),
      el("div", { class: "actions" }, swap, clear),
      this.result,
      el("h3", { text: "Ground" }),
      this.ground,
    );
    app.onScene.on(() => this.rebuild());
    app.onMove.on(() => {
      this.refresh();
      this.tellGround();
    });
    app.onLoaded.on(() => this.tellGround());
    // it is found only where it is seen, as all corners of some meshes are looked at
    new ResizeObserver(() => this.tellGround()).observe(root);
  }

  private field(label: string): HTMLInputElement {
    return el("input", {
      type: "text", list: "frame-names", "aria-label": label, placeholder: "link or frame", spellcheck: "false",
      autocomplete: "off", on: { change: () => this.changed(), input: () => this.changed() },
    });
  }

  /** Fills one end, the first that is free. */
  start(doc: number, link: number): void {
    const name = [...this.spots].find(([, s]) => s.doc === doc && s.link === link && s.pose === null)?.[0] ?? "";
    if (this.from.value === "" || this.to.value !== "") {
      this.from.value = name;
      this.to.value = "";
      this.to.focus();
    } else this.to.value = name;
    this.changed();
  }

  private rebuild(): void {
    this.spots = new Map();
    const docs = this.app.scene.documents;
    docs.forEach((doc, d) => {
      const add = (name: string, link: number, pose: Spot["pose"]): void => {
        let unique = docs.length > 1 ? `${d + 1}: ${name}` : name;
        for (let n = 2; this.spots.has(unique); n++) unique = `${name} (${n})`;
        this.spots.set(unique, { doc: d, link, pose, name });
      };
      doc.links.forEach((link, i) => add(link.short, i, null));
      doc.frames.forEach((frame) => add(frame.short, frame.link, frame.pose));
    });
    const options = [...this.spots.keys()].slice(0, 3000).map((name) => {
      const option = document.createElement("option");
      option.value = name;
      return option;
    });
    this.names.replaceChildren(...options);
    this.changed();
  }

  /** How far the lowest place is above or below zero. */
  private tellGround(): void {
    if (this.ground.clientWidth === 0) return;
    this.ground.replaceChildren();
    this.app.views.forEach((view) => {
      const found = view.lowest(this.app.stage.up);
      if (found === null) return;
      const { height, link } = found;
      const where = Math.abs(height) < 1e-4 ? "stands on the ground" : `${number(Math.abs(height))} m ${height < 0 ? "below" : "above"} the ground`;
      this.ground.append(el("dt", { text: "lowest point" }), el("dd", { text: `${view.doc.links[link].short}: ${where}` }));
    });
  }

  private ends(): [Spot, Spot] | null {
    const from = this.spots.get(this.from.value);
    const to = this.spots.get(this.to.value);
    return from === undefined || to === undefined ? null : [from, to];
  }

  private changed(): void {
    this.app.ruler.set(this.app.views, this.ends());
    this.refresh();
    this.app.stage.request();
  }

  private refresh(): void {
    const ends = this.ends();
    this.result.replaceChildren();
    if (ends === null) return;
    const [a, b] = ends.map((spot) => poseOfSpot(this.app.views, spot));
    const between = compose(inverse(a), b);
    const degrees = rollPitchYaw(between).map((angle) => (angle * 180) / Math.PI);
    const pairs: [string, string][] = [
      ["distance", `${number(Math.hypot(...origin(between)), 6)} m`],
      ["x  y  z", `${vector(origin(between), 5)} m`],
      ["roll pitch yaw", `${vector(degrees, 5)} °`],
    ];
    for (const [term, text] of pairs) this.result.append(el("dt", { text: term }), el("dd", { text }));
    this.result.append(el("dd", { class: "quiet", text: "To, seen from From and along its axes." }));
  }
}
