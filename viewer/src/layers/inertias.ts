/** Boxes that have the inertia of their links, with their edges. */

import { Color, Group, Matrix4, type Object3D } from "three";
import type { Doc } from "../format.ts";
import { Batch, type Item } from "../shapes/batch.ts";
import { Materials, PLAIN } from "../shapes/look.ts";
import { Outlines } from "../shapes/outlines.ts";
import type { Primitives } from "../shapes/primitives.ts";
import type { Stage } from "../stage/stage.ts";
import { poseMatrix } from "../stage/transforms.ts";
import type { Label, Layer, Placed, Target } from "./layer.ts";

const COLOR = new Color("#8a5fc4");

export class Inertias implements Layer {
  readonly id = "inertias";
  readonly object = new Group();
  private readonly batch: Batch | null = null;
  private readonly edges: Outlines;
  private readonly materials = new Materials();
  private readonly items: Item[] = [];

  constructor(doc: Doc, primitives: Primitives) {
    const solid = primitives.of({ type: "box", size: [1, 1, 1] });
    doc.links.forEach((link, index) => {
      const box = link.inertia_box;
      if (box === null || !box.every((edge) => Number.isFinite(edge) && edge >= 0 && edge < 1e6)) return;
      const thick = box.map((edge) => Math.max(edge, 1e-5));
      const local = poseMatrix(link.inertia_pose).multiply(new Matrix4().makeScale(thick[0], thick[1], thick[2]));
      this.items.push({ link: index, shape: null, local, color: COLOR });
    });
    this.edges = new Outlines(this.items);
    if (solid !== null && this.items.length > 0) {
      const material = this.materials.of({ ...PLAIN, opacity: 0.28 });
      this.batch = new Batch(solid.levels, material, this.items, 3);
      this.object.add(...this.batch.meshes);
    }
    this.object.add(this.edges.object);
  }

  get empty(): boolean {
    return this.items.length === 0;
  }

  place(placed: Placed): void {
    this.batch?.place(placed.matrices);
    this.edges.place(placed.matrices);
  }

  scale(stage: Stage): void {
    this.batch?.cull(stage, stage.frustum());
  }

  labels(): Label[] {
    return [];
  }

  target(object: Object3D, instance: number): Target | null {
    const item = this.batch?.item(object, { instanceId: instance }) ?? null;
    return item === null ? null : { kind: "link", link: item.link };
  }

  dispose(): void {
    this.batch?.dispose();
    this.edges.dispose();
    this.materials.dispose();
    this.object.removeFromParent();
  }
}
