/** A line between two frames that are measured. */

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Matrix4, Vector3 } from "three";
import type { DocumentView } from "./document_view.ts";
import { number } from "../dom.ts";
import { compose, fromPose, type Rigid } from "../kinematics/rigid.ts";
import type { Pose } from "../format.ts";
import type { Stage } from "../stage/stage.ts";
import { matrixOf } from "../stage/transforms.ts";
import { Glyphs } from "../layers/glyphs.ts";
import type { Label } from "../layers/layer.ts";
import { triad } from "../layers/signs.ts";

/** A frame of a document: a link's own, or one at a pose in a link. */
export interface Spot {
  doc: number;
  link: number;
  pose: Pose | null;
  name: string;
}

export class Ruler {
  readonly object = new Group();
  private ends: [Spot, Spot] | null = null;
  private readonly line: LineSegments<BufferGeometry, LineBasicMaterial>;
  private signs: Glyphs | null = null;
  private from = new Vector3();
  private to = new Vector3();
  private readonly axes = triad();

  constructor() {
    const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(6), 3));
    this.line = new LineSegments(geometry, new LineBasicMaterial({ color: "#2f7df6", depthTest: false, transparent: true }));
    this.line.frustumCulled = false;
    this.line.renderOrder = 9;
    this.line.visible = false;
    this.object.add(this.line);
  }

  set(views: readonly DocumentView[], ends: [Spot, Spot] | null): void {
    this.ends = ends;
    this.signs?.dispose();
    this.signs = null;
    this.line.visible = ends !== null;
    if (ends === null) return;
    const largest = views[0].bounds().getSize(new Vector3()).length() * 0.12;
    this.signs = new Glyphs(
      [0, 1].map((index) => ({ link: index, local: new Matrix4(), index })),
      { geometry: this.axes, pixels: 50, largest, onTop: true },
    );
    this.object.add(this.signs.mesh);
    this.place(views);
  }

  place(views: readonly DocumentView[]): void {
    if (this.ends === null || this.signs === null) return;
    const poses = this.ends.map((spot) => poseOfSpot(views, spot));
    this.signs.place(poses.map((pose) => matrixOf(pose)));
    this.from.set(poses[0][3], poses[0][7], poses[0][11]);
    this.to.set(poses[1][3], poses[1][7], poses[1][11]);
    const attribute = this.line.geometry.getAttribute("position") as BufferAttribute;
    attribute.setXYZ(0, this.from.x, this.from.y, this.from.z);
    attribute.setXYZ(1, this.to.x, this.to.y, this.to.z);
    attribute.needsUpdate = true;
  }

  scale(stage: Stage): void {
    this.signs?.scale(stage);
  }

  labels(): Label[] {
    if (this.ends === null) return [];
    const text = `${number(this.from.distanceTo(this.to))} m`;
    return [{ text, at: this.from.clone().lerp(this.to, 0.5), rank: 10, tone: "strong" }];
  }
}

/** X_W of a frame. */
export function poseOfSpot(views: readonly DocumentView[], spot: Spot): Rigid {
  const link = views[spot.doc].placed.exact[spot.link];
  return spot.pose === null ? link : compose(link, fromPose(spot.pose));
}
