/** What the address after `#` says about how to begin. docs/viewing.md lists it. */

import { LAYERS, type LayerId } from "../layers/layer.ts";

export interface Options {
  /** Only these layers. */
  layers: LayerId[] | null;
  /** A colour, or "transparent". */
  background: string | null;
  theme: "light" | "dark" | null;
  /** X_WC, 16 numbers by rows; the camera looks along its -z, +y is up. */
  camera: number[] | null;
  /** Where the camera is and what it looks at, 6 numbers; it can be moved from there. */
  look: number[] | null;
  /** Vertical angle of view, degrees. */
  fov: number | null;
  /** Of what an orthographic camera shows, m; makes the camera orthographic. */
  height: number | null;
  orthographic: boolean;
  /** Direction to look from: "front", "left", "top", "corner" … */
  view: string | null;
  /** Nothing but the picture. */
  plain: boolean;
  /** Values by the name of a coordinate or joint. */
  q: Map<string, number>;
  select: string | null;
  /** Links that are hidden, and that are faded. */
  hide: string[];
  fade: string[];
  /** The axis of the world that is up, where that is not for the document to say. */
  up: "x" | "y" | "z" | null;
  /** Of a document with several. */
  world: string | null;
}

export function optionsOf(text: string): Options {
  const entries = new URLSearchParams(text.replace(/^#/, ""));
  const numbers = (name: string): number[] | null => {
    const values = entries.get(name)?.split(/[\s,]+/).filter(Boolean).map(Number);
    return values !== undefined && values.length > 0 && values.every(Number.isFinite) ? values : null;
  };
  const known = new Set<string>(LAYERS.map(({ id }) => id));
  const layers = entries.get("layers");
  const names = (name: string): string[] => entries.getAll(name).flatMap((value) => value.split(",").filter(Boolean).map(unescaped));
  const theme = entries.get("theme");
  const up = entries.get("up");
  const camera = numbers("camera");
  const look = numbers("look");
  const on = (name: string): boolean => entries.has(name) && !["0", "false"].includes(entries.get(name) ?? "");
  const q = new Map<string, number>();
  for (const part of entries.getAll("q").flatMap((value) => value.split(","))) {
    const cut = Math.max(part.lastIndexOf(":"), part.lastIndexOf("="));
    const value = Number(part.slice(cut + 1));
    if (cut > 0 && Number.isFinite(value)) q.set(unescaped(part.slice(0, cut)), value);
  }
  return {
    layers: layers === null ? null : layers.split(",").filter((id): id is LayerId => known.has(id)),
    background: entries.get("background"),
    theme: theme === "light" || theme === "dark" ? theme : null,
    camera: camera?.length === 16 ? camera : null,
    look: look?.length === 6 ? look : null,
    fov: numbers("fov")?.[0] ?? null,
    height: numbers("height")?.[0] ?? null,
    orthographic: on("orthographic"),
    view: entries.get("view"),
    plain: on("plain") || on("bare"),
    q,
    select: entries.get("select"),
    hide: names("hide"),
    fade: names("fade"),
    up: up === "x" || up === "y" || up === "z" ? up : null,
    world: entries.get("world"),
  };
}

/** A name in which what separates names is escaped. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
