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
  const theme = entries.get("theme");
  const camera = numbers("camera");
  const on = (name: string): boolean => entries.has(name) && !["0", "false"].includes(entries.get(name) ?? "");
  const q = new Map<string, number>();
  for (const part of entries.getAll("q").flatMap((value) => value.split(","))) {
    const cut = Math.max(part.lastIndexOf(":"), part.lastIndexOf("="));
    const value = Number(part.slice(cut + 1));
    if (cut > 0 && Number.isFinite(value)) q.set(part.slice(0, cut), value);
  }
  return {
    layers: layers === null ? null : layers.split(",").filter((id): id is LayerId => known.has(id)),
    background: entries.get("background"),
    theme: theme === "light" || theme === "dark" ? theme : null,
    camera: camera?.length === 16 ? camera : null,
    fov: numbers("fov")?.[0] ?? null,
    height: numbers("height")?.[0] ?? null,
    orthographic: on("orthographic"),
    view: entries.get("view"),
    plain: on("plain") || on("bare"),
    q,
    select: entries.get("select"),
    world: entries.get("world"),
  };
}
