/** The selected link: its shapes in another colour, its axes with their letters. */

import { type BufferGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Sphere, Vector3 } from "three";
import type { DocumentView } from "./document_view.ts";
import { coarser } from "../meshes/coarser.ts";
import { poseMatrix } from "../stage/transforms.ts";
import type { Stage } from "../stage/stage.ts";
import { Glyphs } from "../layers/glyphs.ts";
import type { Label, LayerId, Selection } from "../layers/layer.ts";
import { triad } from "../layers/signs.ts";

export class Highlight {
  readonly object = new Group();
  private readonly material = new MeshBasicMaterial({
    color: "#2f7df6",
    transparent: true,
    opacity: 0.38,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
  });
  private readonly axes = triad();
  private parts: { mesh: Mesh; geometry: BufferGeometry; local: Matrix4 }[] = [];
  private sign: Glyphs | null = null;
  private at: { doc: number; link: number } | null = null;
  private size = 1;

  /** Shows what is selected, if anything. */
  set(views: readonly DocumentView[], selection: Selection | null, visible: ReadonlySet<LayerId>): void {
    this.clear();
    if (selection === null) return;
    const view = views[selection.doc] as DocumentView | undefined;
    const { target } = selection;
    if (view === undefined) return;
    const { doc } = view;
    let link: number | null = null;
    let local = new Matrix4();
    if (target.kind === "link" || target.kind === "shape") link = target.link;
    else if (target.kind === "joint") {
      link = doc.joints[target.joint].child;
      local = poseMatrix(doc.joints[target.joint].X_BM);
    } else if (target.kind === "frame") {
      link = doc.frames[target.frame].link;
      local = poseMatrix(doc.frames[target.frame].pose);
    } else if (target.kind === "mark") {
      link = doc.marks[target.mark].link;
      local = poseMatrix(doc.marks[target.mark].pose);
    } else if (target.kind === "finding") link = doc.findings[target.finding].link;
    if (link === null) return;
    this.at = { doc: selection.doc, link };
    for (const part of view.bodies.partsOf(link)) {
      if (!visible.has(part.kind) || part.kind === "planes") continue;
      if (target.kind === "shape" && part.shape !== target.shape) continue;
      const mesh = new Mesh(part.geometry, this.material);
      mesh.matrixAutoUpdate = false;
      mesh.renderOrder = 6;
      this.parts.push({ mesh, geometry: part.geometry, local: part.local });
      this.object.add(mesh);
    }
    this.size = view.bounds().getSize(new Vector3()).length() * 0.12;
    const style = { geometry: this.axes, pixels: 60, largest: this.size, onTop: true };
    this.sign = new Glyphs([{ link, local, index: 0 }], style);
    this.object.add(this.sign.mesh);
    this.place(views);
  }

  place(views: readonly DocumentView[]): void {
    if (this.at === null) return;
    const { matrices } = views[this.at.doc].placed;
    for (const { mesh, local } of this.parts) {
      mesh.matrix.multiplyMatrices(matrices[this.at.link], local);
      mesh.matrixWorldNeedsUpdate = true;
    }
    this.sign?.place(matrices);
  }

  scale(stage: Stage): void {
    const around = new Sphere();
    for (const { mesh, geometry } of this.parts) {
      if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
      if (geometry.boundingSphere !== null) around.copy(geometry.boundingSphere).applyMatrix4(mesh.matrix);
      mesh.geometry = stage.pacing.hurried ? coarser(geometry, stage.width(around)).geometry : geometry;
    }
    this.sign?.scale(stage);
  }

  labels(): Label[] {
    if (this.sign === null || !this.object.visible) return [];
    const matrix = new Matrix4();
    (this.sign.mesh as InstancedMesh).getMatrixAt(0, matrix);
    const end = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z).applyMatrix4(matrix);
    return [
      { text: "x", at: end(1.05, 0, 0), rank: 9 },
      { text: "y", at: end(0, 0.9, 0), rank: 9 },
      { text: "z", at: end(0, 0, 0.75), rank: 9 },
    ];
  }

  private clear(): void {
    for (const { mesh } of this.parts) mesh.removeFromParent();
    this.parts = [];
    this.sign?.dispose();
    this.sign = null;
    this.at = null;
  }
}
