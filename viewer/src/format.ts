/** Scene JSON, version 1: what a page shows. docs/scene-json.md describes it; this is what the page relies on. */

export type Vec3 = [number, number, number];
/** `[x, y, z, qw, qx, qy, qz]`, metres. */
export type Pose = [number, number, number, number, number, number, number];
export type Rgba = [number, number, number, number];

export interface SceneFile extends Tab {
  format: "bodyplan-scene";
  version: 1;
  /** What there is besides what the page begins with. */
  tabs?: Tab[];
}

export interface Tab {
  title: string;
  /** One, or two that are shown over each other. */
  documents: Doc[];
  /** Whether there are errors now, and the documents are as they were without. */
  stale?: true;
}

/** A line of one of the files of a document. */
export type Place = { file: number; line: number } | null;

export interface Doc {
  name: string;
  format: string;
  files: string[];
  /** Which world of a document that has several. */
  world?: string;
  /** Its other worlds, in their order. */
  others?: Doc[];
  /** Against gravity, of length 1. */
  up: Vec3;
  /** Parents come before their children; the first is the world. */
  links: Link[];
  joints: Joint[];
  coordinates: Coordinate[];
  couplings: Coupling[];
  loops: Loop[];
  gearboxes?: Gearbox[];
  tendons?: Tendon[];
  frames: Frame[];
  marks: Mark[];
  lights: Light[];
  findings: Finding[];
  materials: Material[];
  meshes: Mesh[];
  differences?: Difference[];
  /** Configurations that have names. */
  states?: State[];
  /** Pictures in the page; others name them as `picture:` and their number. */
  pictures?: string[];
  /** Pairs of links whose contact does not count; those that a joint or a weld joins are `joined`. Left out where there are very many. */
  exclusions?: { pairs: [number, number][]; joined: [number, number][] };
}

export interface State {
  name: string;
  /** What it is a state of, where that is not all of it. */
  group: string;
  /** Coordinates by their index, with their values. */
  values: [number, number][];
}

export interface Difference {
  link: number;
  what: "added" | "removed" | "changed";
  text: string;
}

export interface Link {
  name: string;
  short: string;
  model: string;
  place: Place;
  parent: number | null;
  joint: number | null;
  pose: Pose;
  mass: number | null;
  com: Vec3;
  inertia_pose: Pose;
  inertia_box: Vec3 | null;
  visuals: Shape[];
  collisions: Shape[];
  static: boolean;
}

export interface Joint {
  name: string;
  short: string;
  place: Place;
  type: string;
  parent: number;
  child: number;
  closes_loop: boolean;
  X_PF: Pose;
  X_BM: Pose;
  motion: Motion[];
}

export type Motion =
  | { kind: "rotation"; axis: Vec3; coordinate: number }
  | { kind: "translation"; axis: Vec3; coordinate: number }
  | { kind: "screw"; axis: Vec3; pitch: number; coordinate: number }
  | { kind: "rotation_vector"; coordinates: [number, number, number] }
  | { kind: "quaternion"; coordinates: [number, number, number, number] }
  | { kind: "curve"; rotation: [number, number, number, number]; pieces: [number, number][]; periodic: boolean; coordinate: number }
  | { kind: "unscaled_turns"; first: Vec3; second: Vec3; coordinates: [number, number] }
  | { kind: "fixed"; pose: Pose };

export interface Coordinate {
  joint: number;
  axis: number;
  name: string;
  unit: "rad" | "m" | "1";
  lower: number | null;
  upper: number | null;
  value: number;
  driven: boolean;
}

/** follower = multiplier * leader + offset. */
export interface Coupling {
  follower: number;
  leader: number;
  multiplier: number;
  offset: number;
}

/** What holds two places together; `motion`, of a joint that closes a loop, is by coordinates that are found too. */
export interface Loop {
  name: string;
  kind: string;
  link_a: number;
  X_A: Pose;
  link_b: number;
  X_B: Pose;
  motion: Motion[] | null;
  value?: number;
  place: Place;
}

/**
 * angle of child = -ratio * angle of parent, about axes in the reference link, from where the two are in it at zero.
 * Angles are within half a turn.
 */
export interface Gearbox {
  name: string;
  reference: number;
  parent: number;
  X_parent: Pose;
  axis_parent: Vec3;
  child: number;
  X_child: Pose;
  axis_child: Vec3;
  ratio: number;
}

/** lower <= sum of coefficient * coordinate + offset <= upper. */
export interface Tendon {
  terms: { coordinate: number; coefficient: number }[];
  offset: number;
  lower: number | null;
  upper: number | null;
}

export interface Shape {
  name: string;
  place: Place;
  pose: Pose;
  material: number | null;
  transparency: number;
  geometry: Geometry;
}

export type Geometry =
  | { type: "box"; size: Vec3 }
  | { type: "sphere"; radius: number }
  | { type: "cylinder"; radius: number; length: number }
  | { type: "capsule"; radius: number; length: number }
  | { type: "ellipsoid"; radii: Vec3 }
  | { type: "cone"; radius: number; length: number }
  | { type: "plane"; size: [number, number] | null; normal: Vec3 }
  | { type: "mesh"; mesh: number; scale: Vec3; submesh: string | null; center: boolean }
  | { type: "heightmap"; size: Vec3; uri: string }
  | { type: "polyline"; points: [number, number][][]; height: number }
  | { type: "points"; points: Vec3[] }
  | { type: "empty"; what: string };

export interface Mesh {
  uri: string;
  format: string | null;
  data: string | null;
  /** How the data are compressed, if they are. */
  packed?: "deflate" | "draco";
  /** Surfaces that Draco packed; `data` is the rest of the file then, with holes for them. */
  blocks?: string[];
  href: string | null;
  missing: string | null;
  mtl: string | null;
  textures: Record<string, string>;
  facets: number | null;
}

export interface Material {
  name: string | null;
  color: Rgba;
  emissive: Vec3 | null;
  texture: string | null;
  /** Of PBR, where the document has them. */
  metalness?: number;
  roughness?: number;
}

export interface Frame {
  name: string;
  short: string;
  place: Place;
  link: number;
  pose: Pose;
  kind: string;
}

export interface Mark {
  kind: string;
  type: string;
  name: string;
  place: Place;
  link: number;
  pose: Pose;
  /** What a sensor sees: along x, z up, or along -z, y up. */
  sight?: Sight;
}

/** Angles are whole ones of a camera, and the first and last of rays, rad; `far` and the end of `range` are null where there is none. */
export type Sight =
  | { kind: "camera"; forward: "x" | "-z"; horizontal: number; vertical: number; near: number; far: number | null }
  | { kind: "rays"; horizontal: [number, number]; vertical: [number, number]; range: [number, number | null]; samples: [number, number] };

export interface Light {
  name: string;
  type: string;
  link: number;
  pose: Pose;
  direction: Vec3;
  diffuse: Rgba;
  range: number | null;
  /** From its direction to where the light of a spot ends, rad. */
  angle?: number | null;
  place: Place;
}

export interface Finding {
  code: string;
  severity: "error" | "warning" | "note";
  message: string;
  hint: string | null;
  place: Place;
  column: number;
  link: number | null;
}

/** `file:line` as people write it, or nothing. */
export function placeText(doc: Doc, place: Place): string {
  return place === null ? "" : `${doc.files[place.file] ?? "?"}:${place.line}`;
}

/** The same without the folders. */
export function shortPlace(doc: Doc, place: Place): string {
  return placeText(doc, place).split(/[\\/]/).pop() ?? "";
}
