/** Axes of joints: where each turns or slides, how far it may, and where it is now. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Vector3,
} from "three";
import type { Doc, Vec3 } from "../format.ts";
import { motionPose } from "../kinematics/motion.ts";
import { compose, fromPose, identity, type Rigid } from "../kinematics/rigid.ts";
import { ON_TOP } from "../stage/over.ts";
import type { Stage } from "../stage/stage.ts";
import { along, matrixOf } from "../stage/transforms.ts";
import { Glyphs } from "./glyphs.ts";
import type { Label, Layer, Placed, Target } from "./layer.ts";
import { arrow, octahedron } from "./signs.ts";

const AXIS = new Color("#d97706");
const BLOCKED = new Color("#d1332e");
const FIXED = new Color("#8b929c");
const SEGMENTS = 36;
const PIXELS = 34;

/** One axis of a joint. */
interface Axis {
  joint: number;
  parent: number;
  turns: boolean;
  /** Null for a rotation vector's own three. */
  coordinate: number | null;
  direction: Vec3;
  before: (values: Float64Array) => Rigid;
}

interface Limits {
  lower: number | null;
  upper: number | null;
}

export class JointAxes implements Layer {
  readonly id = "joints";
  readonly object = new Group();
  private readonly axes: Axis[] = [];
  private readonly fixed: { joint: number; parent: number; pose: Matrix4 }[] = [];
  private readonly arrows: Glyphs;
  private readonly anchors: Glyphs;
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly fans: Mesh<BufferGeometry, MeshBasicMaterial>;
  private world: Matrix4[] = [];
  private values: Float64Array = new Float64Array(0);

  constructor(
    private readonly doc: Doc,
    private readonly largest: number,
    /** The only joint that is shown; all where it is left out. */
    only?: number,
  ) {
    doc.joints.forEach((joint, index) => {
      if (only !== undefined && index !== only) return;
      const start = fromPose(joint.X_PF);
      joint.motion.forEach((motion, i) => {
        if (motion.kind === "fixed") return;
        const before = (values: Float64Array): Rigid => compose(start, motionPose(joint.motion.slice(0, i), values) ?? identity());
        const shared = { joint: index, parent: joint.parent, before };
        if (motion.kind === "rotation_vector" || motion.kind === "quaternion") {
          const directions: Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
          for (const direction of directions) this.axes.push({ ...shared, turns: true, coordinate: null, direction });
        } else if (motion.kind === "unscaled_turns") {
          [motion.first, motion.second].forEach((direction, k) => {
            this.axes.push({ ...shared, turns: true, coordinate: motion.coordinates[k], direction });
          });
        } else if (motion.kind === "curve") {
          this.axes.push({ ...shared, turns: false, coordinate: null, direction: [0, 0, 1] });
        } else {
          const turns = motion.kind !== "translation";
          this.axes.push({ ...shared, turns, coordinate: motion.coordinate, direction: motion.axis });
        }
      });
      if (joint.motion.every(({ kind }) => kind === "fixed")) this.fixed.push({ joint: index, parent: joint.parent, pose: matrixOf(start) });
    });
    const glyph = (i: number): { link: number; local: Matrix4; index: number } => ({ link: i, local: new Matrix4(), index: i });
    this.arrows = new Glyphs(
      this.axes.map((_, i) => glyph(i)),
      { geometry: arrow(AXIS, 0.04), pixels: 46, largest, onTop: true },
    );
    this.anchors = new Glyphs(
      this.fixed.map(({ parent, pose }, index) => ({ link: parent, local: pose, index, color: FIXED })),
      { geometry: octahedron(), pixels: 9, largest: largest * 0.25, onTop: true },
    );
    this.lines = new LineSegments(
      buffer(this.axes.length * (SEGMENTS + 3) * 2),
      new LineBasicMaterial({ color: AXIS, transparent: true, opacity: 0.9 }),
    );
    this.fans = new Mesh(
      buffer(this.axes.length * SEGMENTS * 3),
      new MeshBasicMaterial({ color: AXIS, transparent: true, opacity: 0.22, side: DoubleSide, depthWrite: false }),
    );
    this.lines.frustumCulled = this.fans.frustumCulled = false;
    this.lines.renderOrder = this.fans.renderOrder = ON_TOP + 1;
    this.object.add(this.arrows.mesh, this.anchors.mesh, this.lines, this.fans);
  }

  get empty(): boolean {
    return this.doc.joints.length === 0;
  }

  /** Whether what is shown is at a limit. */
  set blocked(on: boolean) {
    for (const material of [this.lines.material, this.fans.material]) material.color.copy(on ? BLOCKED : AXIS);
  }

  place(placed: Placed): void {
    this.values = placed.values;
    this.world = this.axes.map((axis) => {
      const frame = matrixOf(compose(placed.exact[axis.parent], axis.before(placed.values)));
      return frame.multiply(along(new Vector3(...axis.direction), new Vector3()));
    });
    this.arrows.place(this.world);
    this.anchors.place(placed.matrices);
  }

  scale(stage: Stage): void {
    this.arrows.scale(stage);
    this.anchors.scale(stage);
    const pen = new Pen(this.lines.geometry, this.fans.geometry);
    const forward = stage.camera.getWorldDirection(new Vector3());
    this.axes.forEach((axis, i) => {
      const world = this.world[i];
      const depth = new Vector3().setFromMatrixPosition(world).sub(stage.camera.position).dot(forward);
      const unit = Math.min(stage.pixel(depth) * PIXELS, this.largest * 0.75);
      const limits: Limits = axis.coordinate === null ? { lower: null, upper: null } : this.doc.coordinates[axis.coordinate];
      const value = axis.coordinate === null ? 0 : this.values[axis.coordinate];
      if (axis.turns) pen.arc(world, unit, limits, axis.coordinate === null ? null : value);
      else pen.bar(world, unit, limits, value);
    });
    pen.finish();
  }

  labels(): Label[] {
    const seen = new Set<number>();
    const labels: Label[] = [];
    const add = (joint: number, at: Vector3, rank: number): void => {
      if (seen.has(joint)) return;
      seen.add(joint);
      labels.push({ text: this.doc.joints[joint].short, at, rank });
    };
    this.axes.forEach(({ joint }, i) => add(joint, this.arrows.at(i), 5));
    this.fixed.forEach(({ joint }, i) => add(joint, this.anchors.at(i), 1));
    return labels;
  }

  target(object: Object3D, instance: number): Target | null {
    if (object === this.arrows.mesh) return { kind: "joint", joint: this.axes[instance].joint };
    if (object === this.anchors.mesh) return { kind: "joint", joint: this.fixed[instance].joint };
    return null;
  }

  dispose(): void {
    this.arrows.dispose();
    this.anchors.dispose();
    this.lines.geometry.dispose();
    this.fans.geometry.dispose();
    this.object.removeFromParent();
  }
}

function buffer(points: number): BufferGeometry {
  const attribute = new BufferAttribute(new Float32Array(Math.max(points, 1) * 3), 3).setUsage(DynamicDrawUsage);
  return new BufferGeometry().setAttribute("position", attribute);
}

/** Draws into two buffers, from their start. */
class Pen {
  private readonly lines: BufferAttribute;
  private readonly facets: BufferAttribute;
  private line = 0;
  private facet = 0;

  constructor(
    private readonly lineGeometry: BufferGeometry,
    private readonly facetGeometry: BufferGeometry,
  ) {
    this.lines = lineGeometry.getAttribute("position") as BufferAttribute;
    this.facets = facetGeometry.getAttribute("position") as BufferAttribute;
  }

  private segment(a: Vector3, b: Vector3): void {
    this.lines.setXYZ(this.line++, a.x, a.y, a.z);
    this.lines.setXYZ(this.line++, b.x, b.y, b.z);
  }

  /** A sector between the limits around z, or a ring where there are none, with a hand at the value. */
  arc(world: Matrix4, radius: number, { lower, upper }: Limits, value: number | null): void {
    const at = (angle: number, r: number): Vector3 =>
      new Vector3(Math.cos(angle) * r, Math.sin(angle) * r, 0).applyMatrix4(world);
    const bounded = lower !== null && upper !== null && upper - lower < 2 * Math.PI - 1e-6;
    const from = bounded ? lower : 0;
    const span = bounded ? Math.max(upper - lower, 0) : 2 * Math.PI;
    const center = at(0, 0);
    for (let i = 0; i < SEGMENTS; i++) {
      const a = at(from + (span * i) / SEGMENTS, radius);
      const b = at(from + (span * (i + 1)) / SEGMENTS, radius);
      this.segment(a, b);
      if (bounded) for (const p of [center, a, b]) this.facets.setXYZ(this.facet++, p.x, p.y, p.z);
    }
    if (bounded) {
      this.segment(center, at(from, radius));
      this.segment(center, at(from + span, radius));
    }
    if (value !== null) this.segment(center, at(value, radius * 1.25));
  }

  /** A bar between the limits along z, as long as the travel is, with a tick at the value. */
  bar(world: Matrix4, unit: number, { lower, upper }: Limits, value: number): void {
    const at = (x: number, z: number): Vector3 => new Vector3(x, 0, z).applyMatrix4(world);
    const width = unit * 0.3;
    if (lower !== null && upper !== null) {
      this.segment(at(0, lower), at(0, upper));
      for (const end of [lower, upper]) this.segment(at(-width, end), at(width, end));
    } else this.segment(at(0, -unit), at(0, unit));
    this.segment(at(-width * 1.6, value), at(width * 1.6, value));
  }

  finish(): void {
    this.lineGeometry.setDrawRange(0, this.line);
    this.facetGeometry.setDrawRange(0, this.facet);
    this.lines.needsUpdate = this.facets.needsUpdate = true;
  }
}
