/** All shapes of a document: what is seen, what collides, planes, and boxes where a mesh is missing. */

import { Box3, type BufferGeometry, Color, type Frustum, Group, Matrix4, Vector3 } from "three";
import type { Doc, Link, Shape } from "../format.ts";
import { mirrored } from "../meshes/cleaning.ts";
import type { Library } from "../meshes/library.ts";
import { submesh } from "../meshes/parts.ts";
import type { Stage } from "../stage/stage.ts";
import { poseMatrix } from "../stage/transforms.ts";
import { Batch, type Item } from "./batch.ts";
import { Edges } from "./edges.ts";
import { lookOf, type Look, Materials, PLAIN } from "./look.ts";
import { Outlines } from "./outlines.ts";
import type { Primitives } from "./primitives.ts";
import type { Textures } from "./textures.ts";

export type Kind = "visuals" | "collisions" | "planes";
export const KINDS: readonly Kind[] = ["visuals", "collisions", "planes"];

interface Drawable {
  kind: Kind;
  /** From the finest to the coarsest. */
  levels: BufferGeometry[];
  look: Look;
  item: { link: number; shape: Shape; local: Matrix4 };
}

/** A mesh that cannot be shown. */
export interface Gap {
  link: number;
  shape: Shape;
  uri: string;
  reason: string;
  kind: Kind;
  /** Its middle in the link's frame. */
  middle: Vector3;
}

const COLLISION = new Color("#3fa7a0");
const MISSING = new Color("#c2703d");
const UNIT_BOX = { type: "box", size: [1, 1, 1] } as const;

export class Bodies {
  readonly groups: Record<Kind, Group> = { visuals: new Group(), collisions: new Group(), planes: new Group() };
  batches: Batch[] = [];
  gaps: Gap[] = [];
  /** Shapes that are sound and small in number, by what is wrong with them. */
  readonly odd: { link: number; shape: Shape; reason: string }[] = [];
  readonly ready: Promise<void>;
  private drawables: Drawable[] = [];
  private outlines: { lines: Outlines; kind: Kind }[] = [];
  private readonly materials = new Materials();
  readonly edges = new Edges();
  /** Whether lines are drawn along the edges of visuals. */
  private edged = false;
  private readonly mirrors = new Map<BufferGeometry, BufferGeometry>();
  private links: readonly Matrix4[] = [];
  private stale = true;

  constructor(
    private readonly doc: Doc,
    private readonly library: Library,
    private readonly primitives: Primitives,
    private readonly textures: Textures,
    /** How large the box of a missing mesh is, m. */
    private readonly boxSize: () => number,
    /** Gives every look of a link another one: differences in colour. */
    private readonly restyle: (link: number, look: Look, kind: Kind) => Look,
    private readonly changed: () => void,
  ) {
    const waiting: Promise<void>[] = [];
    doc.links.forEach((link, index) => {
      this.add(link, index, link.visuals, "visuals", waiting);
      this.add(link, index, link.collisions, "collisions", waiting);
    });
    this.ready = Promise.all(waiting).then(() => undefined);
  }

  get meshesBroken(): ReadonlyMap<number, string> {
    return this.library.broken;
  }

  private add(link: Link, index: number, shapes: readonly Shape[], kind: Kind, waiting: Promise<void>[]): void {
    for (const shape of shapes) {
      const { geometry } = shape;
      if (geometry.type === "mesh") {
        waiting.push(this.addMesh(index, shape, kind));
        continue;
      }
      try {
        const solid = this.primitives.of(geometry);
        if (solid === null) continue;
        const local = poseMatrix(shape.pose).multiply(solid.local);
        const layer = geometry.type === "plane" && (kind === "visuals" || !seenAsPlane(link)) ? "planes" : kind;
        const drawable: Drawable = { kind: layer, levels: solid.levels, look: PLAIN, item: { link: index, shape, local } };
        if (layer === "planes") drawable.look = { ...PLAIN, opacity: 0.5 };
        this.drawables.push(drawable);
        this.dress(drawable, kind, waiting);
      } catch (error) {
        this.odd.push({ link: index, shape, reason: `${link.short}: ${(error as Error).message}` });
      }
    }
  }

  /** Gives a drawable the look that the document says. */
  private dress(drawable: Drawable, kind: Kind, waiting: Promise<void>[]): void {
    if (kind === "collisions") {
      drawable.look = { ...PLAIN, color: COLLISION, opacity: drawable.kind === "planes" ? 0.2 : 0.42, lifted: true };
      return;
    }
    const { shape } = drawable.item;
    const material = shape.material === null ? undefined : this.doc.materials[shape.material];
    if (material === undefined) return;
    const take = (look: Look): void => {
      const opacity = look.opacity * seen(shape) * (drawable.kind === "planes" ? 0.5 : 1);
      drawable.look = { ...look, opacity };
    };
    take(lookOf(material, null));
    if (material.texture !== null) {
      const load = this.textures.get(material.texture).then((texture) => {
        if (texture === null) return;
        take(lookOf(material, texture));
        this.refresh();
      });
      waiting.push(load);
    }
  }

  private async addMesh(link: number, shape: Shape, kind: Kind): Promise<void> {
    const { geometry } = shape;
    if (geometry.type !== "mesh") return;
    try {
      const { parts } = await this.library.get(geometry.mesh);
      const scale = new Matrix4().makeScale(...geometry.scale);
      if (!geometry.scale.every((s) => Number.isFinite(s) && s !== 0)) throw new Error("its scale makes nothing of it");
      const base = poseMatrix(shape.pose).multiply(scale);
      const later: Promise<void>[] = [];
      for (const part of submesh(parts, geometry.submesh, geometry.center)) {
        const local = base.clone().multiply(part.local);
        const drawable: Drawable = {
          kind,
          levels: [local.determinant() < 0 ? this.mirror(part.geometry) : part.geometry],
          look: { ...part.look, opacity: part.look.opacity * seen(shape) },
          item: { link, shape, local },
        };
        this.drawables.push(drawable);
        // Gazebo paints over a mesh's own colours, readers of URDF and SKEL leave them
        if (kind === "collisions" || !part.coloured || this.doc.format === "sdformat") this.dress(drawable, kind, later);
      }
      await Promise.all(later);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const uri = this.doc.meshes[geometry.mesh]?.uri ?? "?";
      const middle = new Vector3().setFromMatrixPosition(poseMatrix(shape.pose));
      this.gaps.push({ link, shape, uri, reason, kind, middle });
    }
    this.refresh();
  }

  private mirror(geometry: BufferGeometry): BufferGeometry {
    let other = this.mirrors.get(geometry);
    if (other === undefined) {
      other = mirrored(geometry);
      this.mirrors.set(geometry, other);
    }
    return other;
  }

  /** Everything is grouped anew before the next frame. */
  refresh(): void {
    this.stale = true;
    this.changed();
  }

  place(links: readonly Matrix4[]): void {
    this.links = links;
    this.arrange();
    for (const batch of this.batches) batch.place(links);
    for (const { lines } of this.outlines) lines.place(links);
    if (this.edged) this.edges.place(links);
  }

  /** How surfaces are drawn: with lines along edges, and as PBR has it. */
  style(edged: boolean, physical: boolean): void {
    if (edged === this.edged && physical === this.materials.physical) return;
    this.edged = edged;
    this.materials.physical = physical;
    this.refresh();
  }

  /** Before each frame. */
  cull(stage: Stage, frustum: Frustum): void {
    for (const batch of this.batches) if (batch.levels[0].mesh.parent?.visible) batch.cull(stage, frustum);
  }

  /** Groups what looks alike into batches. */
  arrange(): void {
    if (!this.stale) return;
    this.stale = false;
    for (const batch of this.batches) batch.dispose();
    for (const { lines } of this.outlines) lines.dispose();
    const grouped = new Map<string, { kind: Kind; levels: BufferGeometry[]; look: Look; items: Item[] }>();
    const gapItems = this.gapDrawables();
    for (const { kind, levels, look, item } of [...this.drawables, ...gapItems]) {
      const styled = this.restyle(item.link, look, kind);
      if (styled.opacity <= 0) continue;
      const key = `${kind} ${levels[0].uuid} ${this.materials.key(styled)}`;
      const group = grouped.get(key);
      const entry: Item = { ...item, color: styled.color };
      if (group) group.items.push(entry);
      else grouped.set(key, { kind, levels, look: styled, items: [entry] });
    }
    this.batches = [...grouped.values()].map(({ kind, levels, look, items }) => {
      const order = kind === "planes" ? -3 : look.opacity === 1 ? 0 : kind === "collisions" ? 2 : 1;
      const batch = new Batch(levels, this.materials.surfaces(look), items, order);
      this.groups[kind].add(...batch.meshes);
      if (kind === "visuals" && look.opacity === 1) batch.shade();
      if (this.links.length > 0) batch.place(this.links);
      return batch;
    });
    const edged = (drawable: Drawable): boolean =>
      drawable.kind === "visuals" && this.restyle(drawable.item.link, drawable.look, "visuals").opacity > 0.3;
    const parts = this.edged ? this.drawables.filter(edged) : [];
    this.edges.set(parts.map(({ levels, item }) => ({ link: item.link, geometry: levels[0], local: item.local })), this.links);
    this.groups.visuals.add(this.edges.object);
    this.outlines = KINDS.map((kind) => {
      const gaps = this.gaps.filter((gap) => gap.kind === kind && this.restyle(gap.link, PLAIN, kind).opacity > 0);
      const lines = new Outlines(gaps.map((gap) => ({ link: gap.link, local: this.gapBox(gap), color: MISSING })));
      this.groups[kind].add(lines.object);
      if (this.links.length > 0) lines.place(this.links);
      return { lines, kind };
    });
  }

  private gapBox(gap: Gap): Matrix4 {
    const size = this.boxSize();
    return poseMatrix(gap.shape.pose).multiply(new Matrix4().makeScale(size, size, size));
  }

  /** The faint insides of the boxes, for the eye and for clicks. */
  private gapDrawables(): Drawable[] {
    const solid = this.primitives.of({ ...UNIT_BOX, size: [1, 1, 1] });
    if (solid === null) return [];
    const look: Look = { ...PLAIN, color: MISSING, opacity: 0.1 };
    return this.gaps.map((gap) => ({
      kind: gap.kind,
      levels: solid.levels,
      look,
      item: { link: gap.link, shape: gap.shape, local: this.gapBox(gap) },
    }));
  }

  /** What the shapes of each link take up in the world, planes left out. */
  boundsByLink(links: readonly Matrix4[]): Iterable<Box3> {
    const boxes = new Map<number, Box3>();
    for (const drawable of this.drawables) {
      const { link } = drawable.item;
      let box = boxes.get(link);
      if (box === undefined) {
        box = new Box3();
        boxes.set(link, box);
      }
      include(box, drawable, links[link]);
    }
    return boxes.values();
  }

  /** The lowest place of what collides, or of what is seen where nothing collides; what is static does not count. */
  lowest(links: readonly Matrix4[], up: Vector3): { link: number; height: number } | null {
    const kind = this.has("collisions") ? "collisions" : "visuals";
    const all = this.drawables
      .filter((drawable) => drawable.kind === kind && !this.doc.links[drawable.item.link].static)
      .map((drawable) => {
        const box = new Box3();
        include(box, drawable, links[drawable.item.link]);
        const { min, max } = box;
        const floor = [0, 1, 2].reduce((sum, k) => sum + Math.min(up.getComponent(k) * min.getComponent(k), up.getComponent(k) * max.getComponent(k)), 0);
        return { drawable, floor: box.isEmpty() ? Infinity : floor };
      })
      .sort((a, b) => a.floor - b.floor);
    let best: { link: number; height: number } | null = null;
    const point = new Vector3();
    const matrix = new Matrix4();
    for (const { drawable, floor } of all) {
      if (!Number.isFinite(floor) || (best !== null && floor > best.height)) break;
      const { levels, item } = drawable;
      const { position } = levels[0].attributes;
      matrix.multiplyMatrices(links[item.link], item.local);
      for (let i = 0; i < position.count; i++) {
        const height = point.fromBufferAttribute(position, i).applyMatrix4(matrix).dot(up);
        if (best === null || height < best.height) best = { link: item.link, height };
      }
    }
    return best;
  }

  /** What the shapes of one link take up when it is at `pose`. */
  boundsOf(link: number, pose: Matrix4): Box3 {
    const box = new Box3();
    for (const drawable of this.drawables) if (drawable.item.link === link) include(box, drawable, pose);
    return box;
  }

  get counts(): { shapes: number; facets: number; calls: number } {
    let facets = 0;
    for (const batch of this.batches) facets += batch.facets;
    return { shapes: this.drawables.length + this.gaps.length, facets, calls: this.batches.length };
  }

  has(kind: Kind): boolean {
    return this.drawables.some((drawable) => drawable.kind === kind) || this.gaps.some((gap) => gap.kind === kind);
  }

  /** The parts of one link, to be drawn once more over themselves. */
  partsOf(link: number): { geometry: BufferGeometry; local: Matrix4; kind: Kind; shape: Shape }[] {
    return this.drawables
      .filter(({ item }) => item.link === link)
      .map(({ levels, item, kind }) => ({ geometry: levels[0], local: item.local, kind, shape: item.shape }));
  }

  /** What collides, but planes, which have no inside. */
  solids(): { link: number; geometry: BufferGeometry; local: Matrix4 }[] {
    return this.drawables
      .filter(({ kind, item }) => kind === "collisions" && item.shape.geometry.type !== "plane")
      .map(({ levels, item }) => ({ link: item.link, geometry: levels[Math.min(1, levels.length - 1)], local: item.local }));
  }

  dispose(): void {
    for (const batch of this.batches) batch.dispose();
    for (const { lines } of this.outlines) lines.dispose();
    for (const geometry of new Set(this.drawables.flatMap((drawable) => drawable.levels))) geometry.dispose();
    this.materials.dispose();
    this.edges.dispose();
    for (const kind of KINDS) this.groups[kind].removeFromParent();
  }
}

function include(box: Box3, { levels, item }: Drawable, pose: Matrix4): void {
  const [geometry] = levels;
  if (item.shape.geometry.type === "plane") return;
  if (geometry.boundingBox === null) geometry.computeBoundingBox();
  if (geometry.boundingBox === null) return;
  const part = geometry.boundingBox.clone().applyMatrix4(new Matrix4().multiplyMatrices(pose, item.local));
  if (Number.isFinite(part.min.x + part.min.y + part.min.z + part.max.x + part.max.y + part.max.z)) box.union(part);
}

/** Then the plane that collides need not be shown as well. */
function seenAsPlane(link: Link): boolean {
  return link.visuals.some(({ geometry }) => geometry.type === "plane");
}

function seen(shape: Shape): number {
  const { transparency } = shape;
  return Number.isFinite(transparency) ? 1 - Math.min(Math.max(transparency, 0), 1) : 1;
}
