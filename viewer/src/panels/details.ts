/** What is selected: its name, where it was written, its mass, shapes and material. */

import type { App } from "../app/app.ts";
import type { Selection } from "../layers/layer.ts";
import { el, number, vector } from "../dom.ts";
import type { Doc, Geometry, Link, Place, Shape } from "../format.ts";
import type { DocumentView } from "../app/document_view.ts";
import { placeElement } from "./place.ts";

export class DetailsPanel {
  constructor(
    private readonly app: App,
    private readonly root: HTMLElement,
    private readonly measureFrom: (doc: number, link: number) => void,
  ) {
    app.onSelect.on((selection) => this.show(selection));
    app.onLoaded.on(() => this.show(app.selection));
  }

  private show(selection: Selection | null): void {
    this.root.replaceChildren();
    this.root.hidden = selection === null;
    if (selection === null) return;
    const view = this.app.views[selection.doc];
    const { doc } = view;
    const { target } = selection;
    const parts: (HTMLElement | false)[] = [];
    if (target.kind === "shape") parts.push(this.shape(selection.doc, target.link, target.shape));
    if (target.kind === "frame") {
      const frame = doc.frames[target.frame];
      parts.push(this.section(`${frame.kind} frame`, frame.name, selection.doc, frame.place, [["pose in link", vector(frame.pose.slice(0, 3))]]));
    }
    if (target.kind === "mark") {
      const mark = doc.marks[target.mark];
      parts.push(this.section(mark.kind, mark.name, selection.doc, mark.place, [["type", mark.type], ["position", vector(mark.pose.slice(0, 3))]]));
    }
    if (target.kind === "light") {
      const light = doc.lights[target.light];
      const pairs: [string, string][] = [["type", light.type]];
      if (light.type !== "point") pairs.push(["direction", vector(light.direction, 3)]);
      if (typeof light.angle === "number") pairs.push(["cone", `${number((light.angle * 360) / Math.PI)}°`]);
      pairs.push(["range", light.range === null ? "" : `${number(light.range)} m`], ["colour", colorText(light.diffuse.slice(0, 3))]);
      parts.push(this.section("light", light.name, selection.doc, light.place, pairs));
    }
    if (target.kind === "joint") parts.push(this.joint(selection.doc, target.joint));
    const selected = this.app.selectedLink();
    if (selected !== null) parts.push(...this.link(view, selected.doc, selected.link));
    this.root.append(...parts.filter((part): part is HTMLElement => part !== false));
  }

  private link(view: DocumentView, index: number, at: number): (HTMLElement | false)[] {
    const { doc } = view;
    const link = doc.links[at];
    const pairs: [string, string][] = [["model", link.model]];
    if (link.mass !== null && link.mass > 0) {
      pairs.push(["mass", `${number(link.mass)} kg`], ["centre of mass", `${vector(link.com)} m`]);
      if (link.inertia_box) pairs.push(["inertia box", `${vector(link.inertia_box, 3)} m`]);
    }
    if (link.visuals.length + link.collisions.length > 0) {
      pairs.push(["shapes", `${link.visuals.length} visual, ${link.collisions.length} collision`]);
    }
    const element = this.section(at === 0 ? "world" : link.static ? "static link" : "link", link.name, index, link.place, pairs);
    const focus = el("button", { type: "button", text: "Focus", title: "Bring to the middle (f)", on: { click: () => this.app.focus() } });
    const measure = el("button", { type: "button", text: "Measure from here", on: { click: () => this.measureFrom(index, at) } });
    element.append(el("div", { class: "actions" }, focus, measure));
    const findings = doc.findings.filter((finding) => finding.link === at);
    const different = (doc.differences ?? []).filter((difference) => difference.link === at);
    return [
      element,
      link.joint !== null && this.joint(index, link.joint),
      ...different.map(({ what, text }) => el("p", { class: `difference ${what}` }, el("b", { text: what }), ` ${text}`)),
      ...findings.slice(0, 8).map((finding) =>
        el("p", { class: `finding ${finding.severity}` }, el("b", { text: finding.code }), ` ${finding.message}`),
      ),
      ...this.troubles(view, link),
    ];
  }

  /** Why meshes of a link are not shown, and what is odd about those that are. */
  private troubles(view: DocumentView, link: Link): HTMLElement[] {
    const at = view.doc.links.indexOf(link);
    const texts = new Set<string>();
    for (const gap of view.bodies.gaps) if (gap.link === at) texts.add(`${gap.uri}: ${gap.reason}`);
    for (const { link: of, reason } of view.bodies.odd) if (of === at) texts.add(reason);
    for (const shape of [...link.visuals, ...link.collisions]) {
      const said = shape.geometry.type === "mesh" ? view.library.odd.get(shape.geometry.mesh) : undefined;
      if (said !== undefined) texts.add(`${view.doc.meshes[(shape.geometry as { mesh: number }).mesh].uri}: ${said}`);
    }
    return [...texts].slice(0, 12).map((text) => el("p", { class: "finding note", text }));
  }

  private joint(d: number, index: number): HTMLElement {
    const { doc } = this.app.views[d];
    const joint = doc.joints[index];
    const pairs: [string, string][] = [
      ["type", joint.type],
      ["from", `${doc.links[joint.parent]?.short ?? "?"} to ${doc.links[joint.child]?.short ?? "?"}`],
    ];
    for (const motion of joint.motion) {
      if ("axis" in motion) pairs.push(["axis", vector(motion.axis, 3)]);
    }
    for (const coordinate of doc.coordinates) {
      if (coordinate.joint !== index) continue;
      const free = coordinate.lower === null && coordinate.upper === null;
      pairs.push(["limits", free ? "none" : `${number(coordinate.lower)} to ${number(coordinate.upper)} ${coordinate.unit}`]);
    }
    return this.section(joint.closes_loop ? "joint (closes a loop)" : "joint", joint.name, d, joint.place, pairs);
  }

  private shape(d: number, link: number, shape: Shape): HTMLElement {
    const { doc } = this.app.views[d];
    const kind = doc.links[link].visuals.includes(shape) ? "visual" : "collision";
    const pairs: [string, string][] = [["geometry", geometryText(doc, shape.geometry)]];
    const material = shape.material === null ? undefined : doc.materials[shape.material];
    if (material) pairs.push(["material", material.name ?? colorText(material.color)]);
    const element = this.section(kind, shape.name, d, shape.place, pairs);
    if (material) {
      const swatch = el("span", { class: "swatch", role: "img", "aria-label": colorText(material.color) });
      swatch.style.background = cssColor(material.color);
      element.querySelector("dd:last-of-type")?.prepend(swatch);
    }
    return element;
  }

  private section(kind: string, name: string, doc: number, place: Place, pairs: [string, string][]): HTMLElement {
    const list = el("dl");
    const written = placeElement(this.app, doc, place);
    if (written !== null) list.append(el("dt", { text: "written" }), el("dd", {}, written));
    for (const [term, text] of pairs) {
      if (text !== "") list.append(el("dt", { text: term }), el("dd", { text }));
    }
    return el("section", {}, el("h3", {}, el("span", { class: "kind", text: kind }), el("span", { text: name })), list);
  }
}

function geometryText(doc: Doc, geometry: Geometry): string {
  switch (geometry.type) {
    case "box":
      return `box ${geometry.size.map((v) => number(v)).join(" × ")} m`;
    case "heightmap":
      return `heightmap ${geometry.uri}`;
    case "sphere":
      return `sphere, radius ${number(geometry.radius)} m`;
    case "ellipsoid":
      return `ellipsoid, radii ${vector(geometry.radii)} m`;
    case "cylinder":
    case "capsule":
    case "cone":
      return `${geometry.type}, radius ${number(geometry.radius)} m, length ${number(geometry.length)} m`;
    case "mesh": {
      const mesh = doc.meshes[geometry.mesh] as Doc["meshes"][number] | undefined;
      const part = geometry.submesh === null ? "" : `, submesh ${geometry.submesh}`;
      const scale = geometry.scale.every((s) => s === 1) ? "" : `, scale ${vector(geometry.scale)}`;
      return `mesh ${mesh?.uri ?? "?"}${part}${scale}`;
    }
    case "plane":
      return geometry.size === null ? "plane" : `plane ${geometry.size.map((v) => number(v)).join(" × ")} m`;
    case "polyline":
      return `polyline, height ${number(geometry.height)} m`;
    case "points":
      return `hull of ${geometry.points.length} points`;
    case "empty":
      return geometry.what;
  }
}

function colorText(color: readonly number[]): string {
  return `${color.length > 3 ? "rgba" : "rgb"} ${color.map((part) => number(part, 3)).join(" ")}`;
}

function cssColor(color: readonly (number | null)[]): string {
  const part = (i: number): number => Math.round(Math.min(Math.max(color[i] ?? 0, 0), 1) * 255);
  return `rgb(${part(0)} ${part(1)} ${part(2)})`;
}
