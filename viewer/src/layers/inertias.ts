/** Boxes or ellipsoids that have the inertia of their links; those that are larger than all of the robot are drawn smaller, in red. */

import { Color, Group, Matrix4, type Object3D, Vector3 } from "three";
import type { Doc } from "../format.ts";
import { Batch, type Item } from "../shapes/batch.ts";
import { Materials, PLAIN } from "../shapes/look.ts";
import { Outlines } from "../shapes/outlines.ts";
import type { Primitives } from "../shapes/primitives.ts";
import type { Stage } from "../stage/stage.ts";
import { poseMatrix } from "../stage/transforms.ts";
import type { Label, Layer, Placed, Target } from "./layer.ts";

const CLIPPED = new Color("#d1332e");
const COLOR = new Color("#8a5fc4");

/** How long what is too large is, of the largest: many of these leave the picture clear. */
const SHRUNK = 0.4;

export class Inertias implements Layer {
  private readonly clipped: { link: number; times: number }[] = [];
  private matrices: readonly Matrix4[] = [];
  readonly object = new Group();
  private readonly batch: Batch | null = null;
  private readonly edges: Outlines;
  private readonly materials = new Materials();
  private readonly items: Item[] = [];

  /** `largest`: what no edge exceeds, m, but where the link itself is as large as `tolerated` says. */
  constructor(
    readonly id: "inertias" | "ellipsoids",
    private readonly doc: Doc,
    primitives: Primitives,
    largest: number,
    tolerated: (link: number) => number,
  ) {
    const isBox = id === "inertias";
    const solid = primitives.of(isBox ? { type: "box", size: [1, 1, 1] } : { type: "sphere", radius: 1 });
    // of even density both, the half axis of an ellipsoid is that part of the edge of a box
    const part = isBox ? 1 : Math.sqrt(5 / 12);
    doc.links.forEach((link, index) => {
      const box = link.inertia_box;
      if (box === null || !box.every((edge) => Number.isFinite(edge) && edge >= 0 && edge < 1e6)) return;
      const longest = Math.max(...box);
      const scale = longest > largest && longest > tolerated(index) ? (largest * SHRUNK) / longest : 1;
      if (scale < 1) this.clipped.push({ link: index, times: 1 / scale });
      const thick = box.map((edge) => Math.max(edge * scale * part, 1e-5));
      const local = poseMatrix(link.inertia_pose).multiply(new Matrix4().makeScale(thick[0], thick[1], thick[2]));
      this.items.push({ link: index, shape: null, local, color: scale < 1 ? CLIPPED : COLOR });
    });
    this.edges = new Outlines(isBox ? this.items : []);
    if (solid !== null && this.items.length > 0) {
      const surfaces = this.materials.surfaces({ ...PLAIN, opacity: 0.28 });
      this.batch = new Batch(solid.levels, surfaces, this.items, 3);
      this.object.add(...this.batch.meshes);
    }
    this.object.add(this.edges.object);
  }

  get empty(): boolean {
    return this.items.length === 0;
  }

  place(placed: Placed): void {
    this.matrices = placed.matrices;
    this.batch?.place(placed.matrices);
    this.edges.place(placed.matrices);
  }

  scale(stage: Stage): void {
    this.batch?.cull(stage, stage.frustum());
  }

  labels(): Label[] {
    return this.clipped.map(({ link, times }) => ({
      text: `${this.doc.links[link].short}: ${Number(times.toPrecision(2))} times as large`,
      at: new Vector3(...this.doc.links[link].com).applyMatrix4(this.matrices[link]),
      rank: 6,
      tone: "missing",
    }));
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
