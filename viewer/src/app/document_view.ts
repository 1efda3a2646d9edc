/** One document on the stage: its shapes, its signs, and its joint coordinates. */

import { Box3, Group, Matrix4, Vector3 } from "three";
import type { Doc } from "../format.ts";
import { Configuration } from "../kinematics/configuration.ts";
import { Exclusions } from "../layers/exclusions.ts";
import { Inertias } from "../layers/inertias.ts";
import { Lamps } from "../layers/lamps.ts";
import { JointAxes } from "../layers/joint_axes.ts";
import type { Layer, LayerId, Placed } from "../layers/layer.ts";
import { signLayers } from "../layers/making.ts";
import { Overlaps } from "../layers/overlaps.ts";
import { Sights } from "../layers/sights.ts";
import { Library } from "../meshes/library.ts";
import { Bodies, type Kind, KINDS } from "../shapes/bodies.ts";
import type { Look } from "../shapes/look.ts";
import { Primitives } from "../shapes/primitives.ts";
import { Textures } from "../shapes/textures.ts";
import { matrixOf } from "../stage/transforms.ts";

/** Edges of inertia boxes and lines of sight at most, in sizes of signs. */
const LARGEST_INERTIA = 3.5;
/** The same in sizes of the link's own shapes: as much is no wonder. */
const OWN_INERTIA = 1.5;
const SIGHT = 10;

export class DocumentView {
  readonly group = new Group();
  readonly configuration: Configuration;
  readonly bodies: Bodies;
  readonly library: Library;
  layers: Layer[] = [];
  overlaps!: Overlaps;
  placed: Placed;
  private readonly primitives = new Primitives();

  constructor(
    readonly doc: Doc,
    live: boolean,
    restyle: (link: number, look: Look, kind: Kind) => Look,
    changed: () => void,
  ) {
    this.configuration = new Configuration(doc);
    this.placed = this.computed();
    this.library = new Library(doc, live);
    this.bodies = new Bodies(doc, this.library, this.primitives, new Textures(), () => this.boxSize(), restyle, changed);
    for (const kind of KINDS) this.group.add(this.bodies.groups[kind]);
    this.makeLayers();
    this.place();
  }

  /** Signs are as large as befits the shapes; made anew when meshes have come. */
  makeLayers(): void {
    for (const layer of this.layers) layer.dispose();
    const box = this.bounds();
    const size = Math.max(box.getSize(new Vector3()).length() * 0.07, 1e-3);
    const anchor = (link: number): Vector3 => this.middle(link);
    const joints = new JointAxes(this.doc, size * 1.2);
    const largest = size * LARGEST_INERTIA;
    const tolerated = (link: number): number => {
      const own = this.bodies.boundsOf(link, new Matrix4());
      return own.isEmpty() ? 0 : own.getSize(new Vector3()).length() * OWN_INERTIA;
    };
    this.overlaps = new Overlaps(this.doc, size, () => this.bodies.solids());
    this.layers = [
      ...signLayers(this.doc, size, anchor), joints, new Sights(this.doc, size * SIGHT), new Exclusions(this.doc, anchor), this.overlaps, new Lamps(this.doc),
      new Inertias("inertias", this.doc, this.primitives, largest, tolerated),
      new Inertias("ellipsoids", this.doc, this.primitives, largest, tolerated),
    ];
    for (const layer of this.layers) {
      this.group.add(layer.object);
      layer.place(this.placed);
    }
  }

  private computed(): Placed {
    const exact = this.configuration.poses();
    return { exact, matrices: exact.map((pose) => matrixOf(pose)), values: this.configuration.values };
  }

  /** Puts everything where the coordinates say. */
  place(): void {
    this.placed = this.computed();
    this.bodies.place(this.placed.matrices);
    for (const layer of this.layers) layer.place(this.placed);
  }

  show(visible: ReadonlySet<LayerId>): void {
    this.bodies.style(visible.has("edges"), visible.has("lamps"));
    for (const kind of KINDS) this.bodies.groups[kind].visible = visible.has(kind);
    for (const layer of this.layers) layer.object.visible = visible.has(layer.id);
  }

  /** Around all shapes but grounds, or around the origins of links where there are none. */
  bounds(): Box3 {
    const box = withoutGrounds(this.bodies.boundsByLink(this.placed.matrices));
    for (const gap of this.bodies.gaps) {
      const half = this.boxSize() * 0.7;
      const at = gap.middle.clone().applyMatrix4(this.placed.matrices[gap.link]);
      box.expandByPoint(at.clone().addScalar(half)).expandByPoint(at.addScalar(-half));
    }
    if (!box.isEmpty()) return box;
    for (const matrix of this.placed.matrices.slice(1)) box.expandByPoint(new Vector3().setFromMatrixPosition(matrix));
    if (box.isEmpty()) box.set(new Vector3(-0.5, -0.5, 0), new Vector3(0.5, 0.5, 1));
    if (box.getSize(new Vector3()).length() < 0.05) box.expandByScalar(0.2);
    return box;
  }

  /** The lowest place of all shapes that are solid, and the link that it is on; null where there is none. */
  lowest(up: Vector3): { link: number; height: number } | null {
    return this.bodies.lowest(this.placed.matrices, up);
  }

  /** How far its shapes go from a place, grounds among them, m. */
  farthest(from: Vector3): number {
    let distance = 0;
    for (const box of this.bodies.boundsByLink(this.placed.matrices)) {
      if (!box.isEmpty()) distance = Math.max(distance, box.getCenter(new Vector3()).distanceTo(from) + box.getSize(new Vector3()).length() / 2);
    }
    return distance;
  }

  /** Edge of the box of a missing mesh, m. */
  private boxSize(): number {
    return Math.min(Math.max(this.span() * 0.035, 0.01), 2);
  }

  private span(): number {
    const box = new Box3();
    for (const matrix of this.placed.matrices.slice(1)) {
      const at = new Vector3().setFromMatrixPosition(matrix);
      if (Number.isFinite(at.x + at.y + at.z)) box.expandByPoint(at);
    }
    return box.isEmpty() ? 1 : Math.max(box.getSize(new Vector3()).length(), 0.3);
  }

  /** The middle of a link's shapes, in its frame; its origin where it has none. */
  middle(link: number): Vector3 {
    const box = this.bodies.boundsOf(link, new Matrix4());
    return box.isEmpty() ? new Vector3() : box.getCenter(new Vector3());
  }

  /** What a link takes up in the world. */
  boundsOf(link: number): Box3 {
    const box = this.bodies.boundsOf(link, this.placed.matrices[link]);
    if (box.isEmpty()) {
      const at = new Vector3().setFromMatrixPosition(this.placed.matrices[link]);
      const size = this.span() * 0.06;
      box.setFromCenterAndSize(at, new Vector3(size, size, size));
    }
    return box;
  }

  /** The index of a link by its name or short name, -1 if there is none. */
  linkNamed(name: string): number {
    const exact = this.doc.links.findIndex((link) => link.name === name);
    return exact >= 0 ? exact : this.doc.links.findIndex((link) => link.short === name);
  }

  dispose(): void {
    this.bodies.dispose();
    for (const layer of this.layers) layer.dispose();
    this.group.removeFromParent();
  }
}

/** A slab that is far larger than all that is on it. */
const FLAT = 0.06;
const FAR_LARGER = 4;

/** The union of all boxes but those of grounds, which would make all else tiny. */
function withoutGrounds(boxes: Iterable<Box3>): Box3 {
  const size = new Vector3();
  const diagonal = (box: Box3): number => (box.isEmpty() ? 0 : box.getSize(size).length());
  const sorted = [...boxes].sort((a, b) => diagonal(b) - diagonal(a));
  const union = (list: Box3[]): Box3 => list.reduce((sum, box) => sum.union(box), new Box3());
  while (sorted.length > 1) {
    const rest = diagonal(union(sorted.slice(1)));
    const { x, y, z } = sorted[0].getSize(size);
    const flat = Math.min(x, y, z) < FLAT * Math.max(x, y, z);
    if (!flat || rest === 0 || diagonal(sorted[0]) < FAR_LARGER * rest) break;
    sorted.shift();
  }
  return union(sorted);
}
