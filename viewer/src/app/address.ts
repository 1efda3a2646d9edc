/** What is shown, as text for the address of the page: coordinates, camera, layers and selection. */

import type { App } from "./app.ts";
import { FADED } from "./visibility.ts";
import { optionsOf } from "./options.ts";

/** Between a change and the address that has it, ms; browsers take only so many. */
const DELAY = 400;
const SAME = 1e-9;
/** What the address says of the state; everything else in it stays as it is. */
const OWN = ["q", "layers", "select", "look", "camera", "fov", "height", "orthographic", "view", "world", "up", "hide", "fade"];

/** What stands behind `#`, so that who opens it sees the same. */
export function addressOf(app: App, before: string): string {
  const parts: [string, string][] = [];
  for (const [name, value] of new URLSearchParams(before.replace(/^#/, ""))) if (!OWN.includes(name)) parts.push([name, value]);
  const [doc] = app.scene.documents;
  if (doc.world !== undefined && app.worlds.length > 1) parts.push(["world", doc.world]);
  const moved: string[] = [];
  for (const row of app.rows) {
    const first = row.indices.findIndex((index) => index !== null);
    const value = app.valueOf(row);
    const initial = app.scene.documents[first].coordinates[row.indices[first] ?? 0].value;
    if (!row.driven && Math.abs(value - initial) > SAME) moved.push(`${escaped(row.label)}:${written(value, 8)}`);
  }
  if (moved.length > 0) parts.push(["q", moved.join(",")]);
  const layers = [...app.visible];
  if (layers.length !== app.usual.size || layers.some((id) => !app.usual.has(id))) parts.push(["layers", layers.join(",")]);
  const selected = app.selectedLink();
  if (selected?.doc === 0) parts.push(["select", doc.links[selected.link].name]);
  for (const [name, part] of [["hide", 0], ["fade", FADED]] as const) {
    const names = app.visibility.names(part).map(escaped);
    if (names.length > 0) parts.push([name, names.join(",")]);
  }
  if (app.up !== null) parts.push(["up", app.up]);
  parts.push(...app.stage.described().map(([name, numbers]) => [name, numbers.map((value) => written(value, 6)).join(",")] as [string, string]));
  return parts.map(([name, value]) => (value === "" ? name : `${name}=${encoded(value)}`)).join("&");
}

function written(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

/** A name in a list with commas. */
function escaped(name: string): string {
  return name.replace(/[%,]/g, encodeURIComponent);
}

/** As legible as an address can be. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|3A|2F)/g, decodeURIComponent);
}

/** The address follows what is shown once somebody has touched it, and what is shown follows an address that is entered. */
export function followAddress(app: App): void {
  let touched = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = location.hash;
  const write = (): void => {
    if (app.busy) return;
    const text = `#${addressOf(app, location.hash)}`;
    if (text === location.hash) return;
    try {
      history.replaceState(null, "", text);
      last = location.hash;
    } catch {
      touched = false; // a page within another may have no address of its own
    }
  };
  for (const type of ["pointerdown", "keydown", "wheel"]) addEventListener(type, () => (touched = true), { capture: true, passive: true });
  app.stage.afterFrame.push(() => {
    if (!touched) return;
    clearTimeout(timer);
    timer = setTimeout(write, DELAY);
  });
  addEventListener("hashchange", () => {
    if (location.hash === last) return;
    last = location.hash;
    clearTimeout(timer);
    app.apply(optionsOf(location.hash));
  });
}
