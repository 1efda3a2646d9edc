/** What can be switched on and off. */

import type { Matrix4, Object3D, Vector3 } from "three";
import type { Rigid } from "../kinematics/rigid.ts";
import type { Stage } from "../stage/stage.ts";

export const LAYERS = [
  { id: "visuals", name: "Visuals", key: "1" },
  { id: "collisions", name: "Collisions", key: "2" },
  { id: "frames", name: "Frames", key: "3" },
  { id: "joints", name: "Joint axes and limits", key: "4" },
  { id: "masses", name: "Centres of mass", key: "5" },
  { id: "inertias", name: "Inertia boxes", key: "6" },
  { id: "ellipsoids", name: "Inertia ellipsoids", key: "e" },
  { id: "contacts", name: "Contacts and forces", key: "7" },
  { id: "exclusions", name: "Excluded contacts", key: "y" },
  { id: "overlaps", name: "Overlapping shapes", key: "z" },
  { id: "sensors", name: "Sensors", key: "8" },
  { id: "lights", name: "Lights", key: "9" },
  { id: "planes", name: "Planes", key: "0" },
  { id: "findings", name: "Findings", key: "i" },
  { id: "shadows", name: "Shadows", key: "m" },
  { id: "edges", name: "Edges of parts", key: "k" },
  { id: "lamps", name: "Light of the document alone", key: "j" },
  { id: "names", name: "Names", key: "n" },
  { id: "grid", name: "Grid", key: "g" },
] as const;

export type LayerId = (typeof LAYERS)[number]["id"];

/** What a click meant. */
export type Target =
  | { kind: "link"; link: number }
  | { kind: "shape"; link: number; shape: import("../format.ts").Shape }
  | { kind: "joint"; joint: number }
  | { kind: "frame"; frame: number }
  | { kind: "mark"; mark: number }
  | { kind: "light"; light: number }
  | { kind: "finding"; finding: number };

/** What is selected: a part of one of the documents that are shown. */
export interface Selection {
  doc: number;
  target: Target;
}

export interface Label {
  text: string;
  at: Vector3;
  /** Higher ones win where two would cover each other. */
  rank: number;
  tone?: "quiet" | "missing" | "strong";
}

/** Poses of all links, in both forms. */
export interface Placed {
  exact: Rigid[];
  matrices: Matrix4[];
  /** Values of the coordinates. */
  values: Float64Array;
}

export interface Layer {
  readonly id: LayerId;
  readonly object: Object3D;
  place(placed: Placed): void;
  /** Before each frame that shows it. */
  scale(stage: Stage): void;
  labels(): Label[];
  /** Meaning of the instance of one of its objects. */
  target(object: Object3D, instance: number): Target | null;
  readonly empty: boolean;
  dispose(): void;
}
