/** Which links are hidden or faded, and where a plane cuts through all of it. */

import { Plane, Vector3 } from "three";
import type { Doc } from "../format.ts";
import type { Look } from "../shapes/look.ts";
import type { Kind } from "../shapes/bodies.ts";

export const FADED = 0.16;

export interface Section {
  axis: "x" | "y" | "z";
  /** Along the axis, m; what is beyond is cut off. */
  at: number;
}

export class Visibility {
  /** How much of links is seen that are not seen wholly, by document and name, so that it lasts when a document is read anew. */
  private readonly parts = new Map<string, number>();
  /** How much is seen of all visuals. */
  visuals = 1;
  section: Section | null = null;

  private key(doc: number, name: string): string {
    return `${doc} ${name}`;
  }

  of(doc: number, name: string): number {
    return this.parts.get(this.key(doc, name)) ?? 1;
  }

  set(doc: number, names: Iterable<string>, part: number): void {
    for (const name of names) {
      if (part === 1) this.parts.delete(this.key(doc, name));
      else this.parts.set(this.key(doc, name), part);
    }
  }

  clear(): void {
    this.parts.clear();
  }

  get any(): boolean {
    return this.parts.size > 0;
  }

  /** Names of the links of the first document that are seen so. */
  names(part: number): string[] {
    return [...this.parts].filter(([key, value]) => value === part && key.startsWith("0 ")).map(([key]) => key.slice(2));
  }

  look(doc: number, name: string, kind: Kind, look: Look): Look {
    const part = this.of(doc, name) * (kind === "visuals" ? this.visuals : 1);
    return part === 1 ? look : { ...look, opacity: look.opacity * part };
  }

  /** For the renderer. */
  planes(): Plane[] {
    if (this.section === null) return [];
    const { axis, at } = this.section;
    const normal = new Vector3(axis === "x" ? -1 : 0, axis === "y" ? -1 : 0, axis === "z" ? -1 : 0);
    return [new Plane(normal, at)];
  }
}

/** A link and all that it carries. */
export function subtree(doc: Doc, link: number): number[] {
  const found = new Set([link]);
  doc.links.forEach(({ parent }, index) => {
    if (parent !== null && found.has(parent) && index > 0) found.add(index);
  });
  return [...found];
}
