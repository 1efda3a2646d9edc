/** Moving joints by the links in the picture: a drag moves a link's joint, or brings what is held to the pointer. */

import { Group, Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Vec3 } from "../format.ts";
import { InverseKinematics } from "../kinematics/inverse.ts";
import { JointAxes } from "../layers/joint_axes.ts";
import type { App } from "./app.ts";
import type { DocumentView } from "./document_view.ts";
import { pick } from "./picking.ts";

/** What a drag on a link does: it moves its joint, or all joints below it so that the place follows, or it turns the picture. */
export type DragMode = "joint" | "reach" | "turn";

export const DRAG_MODES: Record<DragMode, string> = { joint: "moves the joint", reach: "pulls the chain", turn: "turns the view" };

/** Pixels that a pointer goes before a press is a drag. */
const BEGUN = 5;
/** A machine that takes longer than this to find what is under the pointer is asked only when something is pressed, ms. */
const SLOW = 12;
const AT_LIMIT = 1e-6;

interface Held {
  pointer: number;
  view: DocumentView;
  doc: number;
  link: number;
  joint: number;
  solver: InverseKinematics;
  free: number[];
  reach: boolean;
  /** Where it was taken, in the link's frame. */
  point: Vec3;
  plane: Plane;
  from: { x: number; y: number };
  begun: boolean;
}

export class Dragging {
  /** Axis and limits of the joint that is under the pointer or moved. */
  readonly object = new Group();
  private axes: JointAxes | null = null;
  private at: { view: DocumentView; joint: number } | null = null;
  private held: Held | null = null;
  private pending = false;
  private slow = false;
  private readonly solvers = new WeakMap<DocumentView, InverseKinematics>();

  constructor(private readonly app: App) {
    const { canvas } = app.stage;
    const around = canvas.parentElement ?? canvas;
    // before the controls, which would turn the picture
    around.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const type of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
      canvas.addEventListener(type, (event) => this.release(event));
    }
    canvas.addEventListener("pointerleave", () => {
      if (this.held === null) this.point(null);
    });
    app.onScene.on(() => {
      this.held = null;
      this.point(null);
    });
    app.onMove.on(() => this.place());
    app.stage.beforeFrame.push(() => this.axes?.scale(app.stage));
  }

  private solverOf(view: DocumentView): InverseKinematics {
    let solver = this.solvers.get(view);
    if (solver === undefined) {
      solver = new InverseKinematics(view.doc);
      this.solvers.set(view, solver);
    }
    return solver;
  }

  /** The link with a joint that can be moved at a point of the canvas. */
  private under(x: number, y: number): { doc: number; view: DocumentView; link: number; joint: number; at: Vector3 } | null {
    const { app } = this;
    app.stage.catchUp();
    const hit = pick(app.stage, app.views.map((view, i) => (app.shown[i] ? view : null)), app.visible, x, y);
    if (hit === null || (hit.selection.target.kind !== "shape" && hit.selection.target.kind !== "link")) return null;
    const { doc } = hit.selection;
    const { link } = hit.selection.target;
    const view = app.views[doc];
    const joint = this.solverOf(view).jointOf(link);
    return joint === null ? null : { doc, view, link, joint, at: hit.at };
  }

  private press(event: PointerEvent): void {
    const { app } = this;
    const { canvas, controls } = app.stage;
    if (event.target !== canvas || event.button !== 0 || !event.isPrimary || app.dragMode === "turn" || app.stage.isFixed) return;
    if (this.held !== null || event.ctrlKey || event.metaKey || event.altKey) return;
    const found = this.under(event.offsetX, event.offsetY);
    if (found === null) return;
    const { doc, view, link, joint, at } = found;
    // a finger that is put down somewhere on a robot that fills the screen means to turn it
    const chosen = app.selectedLink();
    const solver = this.solverOf(view);
    const same = chosen !== null && chosen.doc === doc && (chosen.link === link || solver.jointOf(chosen.link) === joint);
    if (event.pointerType === "touch" && !same) return;
    const reach = app.dragMode === "reach" || event.shiftKey;
    const point = at.clone().applyMatrix4(view.placed.matrices[link].clone().invert());
    const forward = app.stage.camera.getWorldDirection(new Vector3());
    this.held = {
      pointer: event.pointerId, view, doc, link, joint, solver, reach, begun: false,
      free: reach ? solver.chain(link) : solver.coordinatesOf(joint),
      point: [point.x, point.y, point.z],
      plane: new Plane().setFromNormalAndCoplanarPoint(forward, at),
      from: { x: event.offsetX, y: event.offsetY },
    };
    controls.enabled = false;
    canvas.setPointerCapture(event.pointerId);
    this.point({ view, joint });
  }

  private move(event: PointerEvent): void {
    const { held } = this;
    if (held === null) {
      if (event.buttons === 0 && event.pointerType === "mouse") this.hover(event.offsetX, event.offsetY);
      return;
    }
    if (event.pointerId !== held.pointer) return;
    const apart = Math.hypot(event.offsetX - held.from.x, event.offsetY - held.from.y);
    if (!held.begun && apart < BEGUN) return;
    held.begun = true;
    this.app.stopSweep();
    this.pull(held, event.offsetX, event.offsetY);
  }

  private pull(held: Held, x: number, y: number): void {
    const { app } = this;
    const ray = new Raycaster();
    const { clientWidth, clientHeight } = app.stage.canvas;
    ray.setFromCamera(new Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2), app.stage.camera);
    const target = ray.ray.intersectPlane(held.plane, new Vector3());
    if (target === null) return;
    const { direction } = ray.ray;
    const goal = {
      link: held.link,
      point: held.point,
      target: [target.x, target.y, target.z] as Vec3,
      // of a single joint only what is seen of its motion can follow the pointer
      ...(held.reach ? {} : { free: [direction.x, direction.y, direction.z] as Vec3 }),
    };
    const limits = (index: number): { lower: number | null; upper: number | null } => app.limitsOf(held.view.doc.coordinates[index]);
    const { values } = held.solver.solve(held.view.configuration.values, goal, held.free, limits);
    const rows = new Map<number, number>();
    app.rows.forEach((row, i) => {
      const index = row.indices[held.doc];
      const value = index === null ? undefined : values.get(index);
      if (value !== undefined) rows.set(i, value);
    });
    app.move(rows);
  }

  private release(event: PointerEvent): void {
    if (this.held === null || event.pointerId !== this.held.pointer) return;
    this.held = null;
    this.app.stage.controls.enabled = !this.app.stage.isFixed;
    if (event.pointerType !== "mouse") this.point(null);
  }

  /** Shows what a drag would move, as often as the machine can find it. */
  private hover(x: number, y: number): void {
    if (this.pending || this.slow || this.app.dragMode === "turn" || this.app.stage.isFixed) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      if (this.held !== null) return;
      const start = performance.now();
      this.point(this.under(x, y));
      this.slow = performance.now() - start > SLOW;
    });
  }

  /** Shows the axis of a joint, or none. */
  private point(at: { view: DocumentView; joint: number } | null): void {
    this.app.stage.canvas.style.cursor = at === null ? "" : "grab";
    if (at?.view === this.at?.view && at?.joint === this.at?.joint) return;
    this.axes?.dispose();
    this.axes = null;
    this.at = at === null ? null : { view: at.view, joint: at.joint };
    if (at !== null) {
      const size = at.view.bounds().getSize(new Vector3()).length();
      this.axes = new JointAxes(at.view.doc, size * 0.12, at.joint);
      this.object.add(this.axes.object);
      this.place();
    }
    this.app.stage.request();
  }

  private place(): void {
    if (this.axes === null || this.at === null) return;
    const { view, joint } = this.at;
    this.axes.place(view.placed);
    this.axes.blocked = view.doc.coordinates.some((coordinate, index) => {
      if (coordinate.joint !== joint) return false;
      const { lower, upper } = this.app.limitsOf(coordinate);
      const value = view.configuration.values[index];
      return (lower !== null && value <= lower + AT_LIMIT) || (upper !== null && value >= upper - AT_LIMIT);
    });
    this.object.updateMatrixWorld();
  }
}

