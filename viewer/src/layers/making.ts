/** The layers of a document that are made of signs. */

import { Color, Matrix4, Vector3 } from "three";
import type { Doc } from "../format.ts";
import { along, poseMatrix, vectorOf } from "../stage/transforms.ts";
import { srgb } from "../shapes/look.ts";
import type { Layer } from "./layer.ts";
import { SignLayer, type Sign } from "./sign_layer.ts";
import * as forms from "./signs.ts";

const SEVERITIES = { error: "#d1332e", warning: "#d98a00", note: "#3a76d6" } as const;

/** How long what a spot lights is drawn, in sizes of signs. */
const BEAM = 12;

/** `size`: what no sign exceeds, m. `anchor`: where findings on a link are shown, in its frame. */
export function signLayers(doc: Doc, size: number, anchor: (link: number) => Vector3): Layer[] {
  return [
    frames(doc, size),
    masses(doc, size),
    contacts(doc, size),
    sensors(doc, size),
    lights(doc, size),
    findings(doc, size, anchor),
  ];
}

function frames(doc: Doc, size: number): Layer {
  const ofLinks: Sign[] = doc.links.map((link, index) => ({
    link: index,
    local: new Matrix4(),
    index,
    text: link.short,
    rank: index === 0 ? 1 : 4,
    target: { kind: "link", link: index },
  }));
  const others: Sign[] = doc.frames.map((frame, index) => ({
    link: frame.link,
    local: poseMatrix(frame.pose),
    index,
    text: frame.short,
    rank: frame.kind === "frame" ? 3 : 2,
    target: { kind: "frame", frame: index },
  }));
  const style = { geometry: forms.triad(), pixels: 44, largest: size, onTop: true };
  return new SignLayer("frames", [
    { style, signs: ofLinks },
    { style: { ...style, pixels: 30, largest: size * 0.7 }, signs: others },
  ]);
}

function masses(doc: Doc, size: number): Layer {
  const signs: Sign[] = [];
  doc.links.forEach((link, index) => {
    if (!(link.mass !== null && link.mass > 0)) return;
    signs.push({
      link: index,
      local: new Matrix4().setPosition(vectorOf(link.com)),
      index,
      text: `${Number(link.mass.toPrecision(3))} kg`,
      rank: 3,
      target: { kind: "link", link: index },
    });
  });
  const style = { geometry: forms.massBall(), pixels: 15, largest: size * 0.5, onTop: true };
  return new SignLayer("masses", [{ style, signs }]);
}

function marksOf(doc: Doc, wanted: (kind: string) => boolean, color: string): Sign[] {
  const signs: Sign[] = [];
  doc.marks.forEach((mark, index) => {
    if (!wanted(mark.kind)) return;
    signs.push({
      link: mark.link,
      local: poseMatrix(mark.pose),
      color: new Color(color),
      index,
      text: mark.name.split("::").pop() || mark.type,
      rank: 5,
      target: { kind: "mark", mark: index },
    });
  });
  return signs;
}

function contacts(doc: Doc, size: number): Layer {
  const contact = marksOf(doc, (kind) => kind === "contact", "#b8479b");
  const other = marksOf(doc, (kind) => kind !== "contact" && kind !== "sensor", "#8a5fc4");
  return new SignLayer("contacts", [
    { style: { geometry: forms.octahedron(), pixels: 13, largest: size * 0.4, onTop: true }, signs: contact },
    { style: { geometry: forms.arrow(new Color(1, 1, 1), 0.06), pixels: 34, largest: size * 0.8 }, signs: other },
  ]);
}

function sensors(doc: Doc, size: number): Layer {
  const signs = marksOf(doc, (kind) => kind === "sensor", "#1f8fb3");
  return new SignLayer("sensors", [{ style: { geometry: forms.eye(), pixels: 20, largest: size * 0.5 }, signs }]);
}

/** Seen from the side, a cone of all but half a turn fills the picture. */
const WIDEST = 1.5;

function lights(doc: Doc, size: number): Layer {
  const signs: Sign[] = doc.lights.map((light, index) => ({
    link: light.link,
    local: poseMatrix(light.pose).multiply(along(vectorOf(light.direction), new Vector3())),
    color: srgb(light.diffuse).lerp(new Color("#e8a400"), 0.5),
    index,
    text: `${light.name.split("::").pop() ?? ""} (${light.type})`,
    rank: 5,
    target: { kind: "light", light: index },
  }));
  const point = signs.filter((sign) => doc.lights[sign.index].type === "point");
  const directed = signs.filter((sign) => !point.includes(sign));
  const beams = directed.flatMap((sign): Sign[] => {
    const { angle, range } = doc.lights[sign.index];
    if (typeof angle !== "number" || !(angle > 0 && angle < WIDEST)) return [];
    const length = Math.min(range !== null && range > 0 ? range : Infinity, (size * BEAM) / Math.max(1, Math.tan(angle)));
    const width = length * Math.tan(angle);
    return [{ ...sign, text: "", local: sign.local.clone().multiply(new Matrix4().makeScale(width, width, length)) }];
  });
  return new SignLayer("lights", [
    { style: { geometry: forms.ball(), pixels: 22, largest: size * 4 }, signs: point },
    { style: { geometry: forms.lamp(), pixels: 46, largest: size * 8 }, signs: directed },
    { style: { geometry: forms.beam(), pixels: Infinity, largest: 1, opacity: 0.16 }, signs: beams },
  ]);
}

function findings(doc: Doc, size: number, anchor: (link: number) => Vector3): Layer {
  const of = (severity: keyof typeof SEVERITIES): Sign[] => {
    const byLink = new Map<number, Sign & { count: number }>();
    doc.findings.forEach((finding, index) => {
      if (finding.severity !== severity || finding.link === null) return;
      const known = byLink.get(finding.link);
      if (known) {
        known.count++;
        if (known.text !== "") known.text = `${finding.code} +${known.count - 1}`;
        return;
      }
      byLink.set(finding.link, {
        link: finding.link,
        local: new Matrix4().setPosition(anchor(finding.link)),
        color: new Color(SEVERITIES[severity]),
        index,
        text: severity === "note" ? "" : finding.code,
        rank: 8,
        target: { kind: "finding", finding: index },
        count: 1,
      });
    });
    return [...byLink.values()];
  };
  const style = { pixels: 19, largest: size, onTop: true };
  return new SignLayer("findings", [
    { style: { ...style, geometry: forms.octahedron() }, signs: of("error") },
    { style: { ...style, geometry: forms.tetrahedron() }, signs: of("warning") },
    { style: { ...style, geometry: forms.ball(), pixels: 8 }, signs: of("note") },
  ]);
}
