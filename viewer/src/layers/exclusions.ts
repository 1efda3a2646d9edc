/** Lines between links whose contact the document excludes. */

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, type Vector3 } from "three";
import type { Doc } from "../format.ts";
import { ON_TOP } from "../stage/over.ts";
import type { Label, Layer, Placed } from "./layer.ts";

export class Exclusions implements Layer {
  readonly id = "exclusions";
  readonly object = new Group();
  private readonly pairs: readonly [number, number][];
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly positions: BufferAttribute;

  constructor(
    doc: Doc,
    /** The middle of a link's shapes, in its frame. */
    private readonly middle: (link: number) => Vector3,
  ) {
    this.pairs = doc.exclusions?.pairs ?? [];
    this.positions = new BufferAttribute(new Float32Array(Math.max(this.pairs.length, 1) * 6), 3);
    const material = new LineBasicMaterial({ color: "#b8479b", transparent: true, opacity: 0.8 });
    this.lines = new LineSegments(new BufferGeometry().setAttribute("position", this.positions), material);
    this.lines.frustumCulled = false;
    this.lines.renderOrder = ON_TOP + 1;
    this.object.add(this.lines);
  }

  get empty(): boolean {
    return this.pairs.length === 0;
  }

  place({ matrices }: Placed): void {
    this.pairs.forEach((pair, i) => {
      pair.forEach((link, end) => {
        const at = this.middle(link).applyMatrix4(matrices[link]);
        this.positions.setXYZ(i * 2 + end, at.x, at.y, at.z);
      });
    });
    this.positions.needsUpdate = true;
    this.lines.geometry.setDrawRange(0, this.pairs.length * 2);
  }

  scale(): void {
    // lines are as long as what is between their ends
  }

  labels(): Label[] {
    return [];
  }

  target(): null {
    return null;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
    this.object.removeFromParent();
  }
}
