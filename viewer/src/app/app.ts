/** What is shown and how: the one state that all panels read and change. */

import { Box3, Matrix4, Quaternion, Vector3 } from "three";
import type { Doc, Place, SceneFile, State, Tab } from "../format.ts";
import { Dragging, type DragMode } from "./dragging.ts";
import { Sweeping } from "./sweeping.ts";
import { FADED, type Section, subtree, Visibility } from "./visibility.ts";
import type { Label, LayerId, Selection } from "../layers/layer.ts";
import { Highlight } from "./highlight.ts";
import { Ruler } from "./ruler.ts";
import { ENDLESS } from "../shapes/primitives.ts";
import { Grid } from "../stage/grid.ts";
import { Labels } from "../stage/labels.ts";
import { SOFTWARE } from "../stage/software.ts";
import { Stage } from "../stage/stage.ts";
import { vectorOf } from "../stage/transforms.ts";
import { coordinateRows, type CoordinateRow, spanOf } from "./coordinates.ts";
import { compared } from "./differences.ts";
import { DocumentView } from "./document_view.ts";
import { recall, remembered, reselect } from "./memory.ts";
import type { Options } from "./options.ts";
import { pick } from "./picking.ts";
import { Signal } from "./signal.ts";
import { linkOf } from "./targets.ts";

export const VIEWS: Record<string, [number, number, number]> = {
  corner: [1.1, -1.25, 0.75],
  front: [1, 0, 0],
  back: [-1, 0, 0],
  left: [0, 1, 0],
  right: [0, -1, 0],
  top: [0, -1e-4, 1],
};

export class App {
  readonly stage: Stage;
  readonly highlight = new Highlight();
  readonly ruler = new Ruler();
  readonly visibility = new Visibility();
  views: DocumentView[] = [];
  rows: CoordinateRow[] = [];
  /** What is shown: of a document with several worlds the one that was chosen. */
  scene!: Tab;
  /** All that can be shown. */
  private whole!: SceneFile;
  private world: string | null = null;
  /** Which of the tabs is shown. */
  tab = 0;
  /** Opens a line of a file in the editor of the person at the screen, where there is one. */
  editor: ((doc: number, place: NonNullable<Place>, column: number) => void) | null = null;
  visible = new Set<LayerId>();
  /** The layers that are shown where nobody says which. */
  usual: ReadonlySet<LayerId> = new Set();
  /** Set while a recording moves what is shown. */
  busy = false;
  selection: Selection | null = null;
  /** What a drag on a link does. */
  dragMode: DragMode = "joint";
  /** Which axis is up where that was chosen. */
  up: Options["up"];
  /** Whether coordinates go beyond their limits. */
  limitless = false;
  private readonly sweeping = new Sweeping(this, () => this.onSweep.emit());
  /** Whether two documents are shown in the colours of their differences. */
  comparing = false;
  /** Which documents are shown. */
  shown: boolean[] = [];
  /** Resolves when everything that can be loaded is. */
  ready: Promise<void> = Promise.resolve();

  readonly onScene = new Signal();
  readonly onMove = new Signal();
  readonly onLayers = new Signal();
  readonly onSelect = new Signal<Selection | null>();
  readonly onLoaded = new Signal();
  readonly onSweep = new Signal();

  private readonly grid = new Grid();
  readonly labels: Labels;
  private dark = false;
  private generation = 0;

  constructor(
    canvas: HTMLCanvasElement,
    over: HTMLCanvasElement,
    readonly options: Options,
    readonly live: boolean,
  ) {
    this.stage = new Stage(canvas);
    this.world = options.world;
    this.up = options.up;
    this.labels = new Labels(over, this.stage);
    this.stage.scene.add(this.grid.object, this.highlight.object, this.ruler.object, new Dragging(this).object);
    this.stage.beforeFrame.push(() => this.prepare());
    this.stage.afterFrame.push(() => this.drawLabels());
  }

  /** Shows a scene. One that replaces another keeps camera, coordinates, layers and selection. */
  load(scene: SceneFile): void {
    const before = this.views.length > 0 ? remembered(this) : null;
    const generation = ++this.generation;
    this.sweeping.stop();
    for (const view of this.views) view.dispose();
    this.whole = scene;
    this.tab = Math.min(this.tab, this.tabs.length - 1);
    const shown = this.tabs[this.tab];
    const docs = shown.documents.map((doc) => [doc, ...(doc.others ?? [])].find(({ world }) => world !== undefined && world === this.world) ?? doc);
    this.scene = { ...shown, documents: docs };
    if (before === null) this.takeVisibility(this.options);
    this.stage.upright(this.upward());
    this.comparing = docs.length > 1 && docs.some((doc) => (doc.differences ?? []).length > 0);
    this.shown = docs.map(() => true);
    this.views = docs.map((doc, index) => {
      const different = compared(docs, index);
      return new DocumentView(
        doc,
        this.live,
        (link, look, kind) => this.visibility.look(index, doc.links[link].name, kind, this.comparing ? different(link, look) : look),
        () => this.stage.request(),
      );
    });
    for (const view of this.views) this.stage.scene.add(view.group);
    this.rows = coordinateRows(docs);
    if (before === null) this.begin();
    else recall(this, before);
    this.measureExtent();
    if (before !== null) this.selection = null; // which is of what was there before
    this.onScene.emit(); // panels show what there is now before they are told how
    this.refreshLayers();
    if (before !== null) reselect(this, before);
    if (before === null) this.fit(VIEWS[this.options.view ?? "corner"] ?? VIEWS.corner, true);
    if (before === null) this.applyCamera(this.options);
    this.ready = Promise.all(this.views.map((view) => view.bodies.ready)).then(() => {
      if (generation === this.generation) this.loaded(before === null);
    });
  }

  /** What there is to choose from. */
  get tabs(): readonly Tab[] {
    return [this.whole, ...(this.whole.tabs ?? [])];
  }

  /** Shows another tab, as a whole. */
  openTab(tab: number): void {
    if (tab === this.tab || tab < 0 || tab >= this.tabs.length) return;
    this.tab = tab;
    this.world = null;
    this.visibility.clear();
    this.load(this.whole);
    this.select(null);
    this.fit(VIEWS.corner, true);
    void this.ready.then(() => this.fit(VIEWS.corner, true));
  }

  /** Whether what is shown has errors by now, and is as it was without. */
  get stale(): boolean {
    return this.scene.stale === true;
  }

  /** The worlds that there are to choose from. */
  get worlds(): readonly Doc[] {
    const [first] = this.tabs[this.tab].documents;
    return [first, ...(first.others ?? [])];
  }

  /** Says which axis is up; null: as the document has it. */
  setUp(axis: Options["up"]): void {
    if (axis === this.up) return;
    this.up = axis;
    this.stage.upright(this.upward());
    this.measureExtent();
    this.fit(VIEWS.corner, true);
    this.onLayers.emit();
  }

  private upward(): Vector3 {
    const axes = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) };
    return this.up === null ? vectorOf(this.scene.documents[0].up) : axes[this.up];
  }

  /** Shows another world of the document. */
  enter(world: string): void {
    this.world = world;
    this.load(this.whole);
    void this.ready.then(() => this.fit());
  }

  private loaded(first: boolean): void {
    const before = this.stage.extent.radius;
    for (const view of this.views) view.makeLayers();
    this.measureExtent();
    this.refreshLayers();
    const { radius } = this.stage.extent;
    const untouched = this.stage.controls.enabled && !this.touched;
    if (first && untouched && Math.abs(radius - before) > 0.02 * before) {
      this.fit(VIEWS[this.options.view ?? "corner"] ?? VIEWS.corner, true);
    }
    this.onLoaded.emit();
    this.stage.request();
  }

  /** Set when the person at the screen has moved the camera. */
  touched = false;

  private begin(): void {
    const { layers, q } = this.options;
    this.usual = this.usualLayers();
    this.visible = new Set(layers ?? this.usual);
    if (q.size > 0) this.set(q);
    this.selectNamed(this.options.select);
  }

  private usualLayers(): Set<LayerId> {
    const found = new Set<LayerId>(["visuals", "planes", "findings", "names", "grid"]);
    if (!SOFTWARE) found.add("shadows");
    const has = (kind: "visuals" | "collisions"): boolean => this.views.some((view) => view.doc.links.some((l) => l[kind].length > 0));
    if (!has("visuals")) {
      found.add("collisions");
      if (!has("collisions")) for (const id of ["frames", "joints", "masses"] as const) found.add(id);
    }
    return found;
  }

  private selectNamed(name: string | null): void {
    const link = name === null ? -1 : (this.views[0]?.linkNamed(name) ?? -1);
    if (link >= 0) this.select({ doc: 0, target: { kind: "link", link } });
  }

  /** Shows what an address says, of another one than the page began with. */
  apply(options: Options): void {
    const world = this.worlds.find((doc) => doc.world === options.world);
    if (world !== undefined && world.world !== this.scene.documents[0].world) this.enter(options.world ?? "");
    this.setUp(options.up);
    this.takeVisibility(options);
    this.restyled();
    this.reset();
    this.set(options.q);
    this.setLayers([...(options.layers ?? this.usual)]);
    this.select(null);
    this.selectNamed(options.select);
    this.applyCamera(options);
  }

  private applyCamera(options: Options): void {
    const { camera, fov, height, look, orthographic } = options;
    if (look !== null) {
      this.touched = true;
      this.stage.project(false);
      this.stage.lookAt(new Vector3(look[0], look[1], look[2]), new Vector3(look[3], look[4], look[5]));
    }
    if (orthographic || height !== null) this.stage.project(true);
    if (camera === null) return;
    const [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = camera;
    this.stage.fix(new Matrix4(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p), {
      ...(fov === null ? {} : { fov }),
      ...(height === null ? {} : { height }),
    });
  }

  // coordinates

  valueOf(row: CoordinateRow): number {
    const doc = row.indices.findIndex((index) => index !== null);
    return this.views[doc].configuration.values[row.indices[doc] ?? 0];
  }

  /** Moves coordinates, by the position of their rows. */
  move(targets: ReadonlyMap<number, number>): void {
    this.views.forEach((view, doc) => {
      const own = new Map<number, number>();
      for (const [row, value] of targets) {
        const index = this.rows[row].indices[doc];
        if (index !== null && !this.rows[row].driven && Number.isFinite(value)) own.set(index, value);
      }
      if (own.size > 0) view.configuration.move(own);
    });
    this.moved();
  }

  /** Moves coordinates by their names, or by those of their joints. */
  set(values: ReadonlyMap<string, number | readonly number[]>): void {
    const targets = new Map<number, number>();
    this.rows.forEach((row, i) => {
      for (const name of row.names) {
        const value = values.get(name);
        const one = typeof value === "number" ? (row.axis === 0 || name !== row.joint ? value : undefined) : value?.[row.axis];
        if (one !== undefined) targets.set(i, one);
      }
    });
    this.move(targets);
  }

  /** The limits of a coordinate, where they hold. */
  limitsOf({ lower, upper }: { lower: number | null; upper: number | null }): { lower: number | null; upper: number | null } {
    return this.limitless ? { lower: null, upper: null } : { lower, upper };
  }

  ignoreLimits(on: boolean): void {
    this.limitless = on;
    this.onSweep.emit();
  }

  /** Moves rows through their ranges; all that can be moved where none are given. */
  sweep(rows: readonly number[] | null = null): void {
    this.sweeping.start(rows ?? [...this.rows.keys()].filter((i) => !this.rows[i].driven && this.rows[i].unit !== "1"));
  }

  stopSweep(): void {
    this.sweeping.stop();
  }

  /** The row that a sweep moves now. */
  get swept(): number | null {
    return this.sweeping.row;
  }

  /** Puts coordinates where a state of a document says; those that it does not name stay. */
  take(doc: number, state: State): void {
    this.stopSweep();
    const values = new Map(state.values);
    const targets = new Map<number, number>();
    this.rows.forEach((row, i) => {
      const value = row.indices[doc] === null ? undefined : values.get(row.indices[doc]);
      if (value !== undefined) targets.set(i, value);
    });
    this.move(targets);
  }

  /** Moves the joint of the selected link by a part of its range. */
  nudge(part: number): void {
    const selected = this.selectedLink();
    if (selected === null) return;
    const { doc } = this.views[selected.doc];
    const { joint } = doc.links[selected.link];
    const index = this.rows.findIndex(({ driven, indices }) => !driven && joint !== null && doc.coordinates[indices[selected.doc] ?? -1]?.joint === joint);
    if (index < 0) return;
    const row = this.rows[index];
    const value = this.valueOf(row);
    const [lower, upper] = spanOf(row, value);
    const { lower: least, upper: most } = this.limitsOf(row);
    this.move(new Map([[index, Math.min(Math.max(value + part * (upper - lower), least ?? -Infinity), most ?? Infinity)]]));
  }

  reset(): void {
    this.stopSweep();
    for (const view of this.views) view.configuration.reset();
    this.moved();
  }

  random(): void {
    this.stopSweep();
    const [first, ...others] = this.views;
    first.configuration.random();
    const values = new Map(this.rows.map((row, i) => [i, row.indices[0] === null ? 0 : this.valueOf(row)] as const));
    if (others.length > 0) this.move(values);
    this.moved();
  }

  private moved(): void {
    const { extent } = this.stage;
    for (const view of this.views) {
      view.place();
      for (const matrix of view.placed.matrices) {
        const away = new Vector3().setFromMatrixPosition(matrix).distanceTo(extent.center);
        if (away + extent.radius > extent.reach) extent.reach = away + extent.radius;
      }
    }
    this.highlight.place(this.views);
    this.ruler.place(this.views);
    this.onMove.emit();
    this.stage.request();
  }

  // layers

  toggle(id: LayerId, on = !this.visible.has(id)): void {
    if (on) this.visible.add(id);
    else this.visible.delete(id);
    this.refreshLayers();
  }

  setLayers(ids: readonly LayerId[]): void {
    this.visible = new Set(ids);
    this.refreshLayers();
  }

  /** Whether a layer has anything to show. */
  has(id: LayerId): boolean {
    if (["names", "grid", "shadows", "edges"].includes(id)) return true;
    return this.views.some((view) => {
      if (id === "visuals" || id === "collisions" || id === "planes") return view.bodies.has(id);
      return view.layers.some((layer) => layer.id === id && !layer.empty);
    });
  }

  refreshLayers(): void {
    this.views.forEach((view, i) => {
      view.group.visible = this.shown[i];
      view.show(this.visible);
    });
    this.grid.object.visible = this.visible.has("grid");
    this.stage.light(this.visible.has("shadows"), this.visible.has("lamps") && this.has("lamps"));
    this.highlight.set(this.views, this.selection, this.visible);
    this.onLayers.emit();
    this.stage.request();
  }

  /** How much of a link is seen. */
  seen(doc: number, link: number): number {
    return this.visibility.of(doc, this.scene.documents[doc].links[link].name);
  }

  /** Shows, fades or hides the selected link, and with it what it carries. */
  hide(part: number, whole = false): void {
    const selected = this.selectedLink();
    if (selected === null) return;
    const { doc, link } = selected;
    this.visibility.set(doc, this.names(doc, whole ? subtree(this.scene.documents[doc], link) : [link]), part);
    this.restyled();
  }

  /** Hides or fades all but the selected link and what it carries. */
  isolate(part = 0): void {
    const selected = this.selectedLink();
    if (selected === null) return;
    this.visibility.clear();
    const own = new Set(subtree(this.scene.documents[selected.doc], selected.link));
    this.scene.documents.forEach(({ links }, doc) => {
      const others = [...links.keys()].filter((link) => doc !== selected.doc || !own.has(link));
      this.visibility.set(doc, this.names(doc, others), part);
    });
    this.restyled();
  }

  showAll(): void {
    this.visibility.clear();
    this.restyled();
  }

  /** Shows links of the first document as an address says. */
  private takeVisibility({ hide, fade }: Options): void {
    this.visibility.clear();
    const { links } = this.scene.documents[0];
    const whole = (names: string[]): string[] => links.filter(({ name, short }) => names.includes(name) || names.includes(short)).map(({ name }) => name);
    this.visibility.set(0, whole(hide), 0);
    this.visibility.set(0, whole(fade), FADED);
  }

  private names(doc: number, links: readonly number[]): string[] {
    return links.map((link) => this.scene.documents[doc].links[link].name);
  }

  /** Makes visuals transparent. */
  seeThrough(part: number): void {
    this.visibility.visuals = part;
    this.restyled();
  }

  /** Cuts through what is shown. */
  cut(section: Section | null): void {
    this.visibility.section = section;
    this.stage.renderer.clippingPlanes = this.visibility.planes();
    this.onLayers.emit();
    this.stage.request();
  }

  /** From where to where all of it goes along an axis of the world, m. */
  spanAlong(axis: Section["axis"]): [number, number] {
    const box = new Box3();
    for (const view of this.views) box.union(view.bounds());
    return [box.min[axis], box.max[axis]];
  }

  private restyled(): void {
    for (const view of this.views) view.bodies.refresh();
    this.highlight.set(this.views, this.selection, this.visible);
    this.onLayers.emit();
    this.stage.request();
  }

  compare(on: boolean): void {
    this.comparing = on;
    for (const view of this.views) view.bodies.refresh();
    this.onLayers.emit();
  }

  setTheme(dark: boolean): void {
    this.dark = dark;
    this.measureExtent();
    this.stage.request();
  }

  // selection and camera

  select(selection: Selection | null, focus = false): void {
    this.selection = selection;
    this.highlight.set(this.views, selection, this.visible);
    this.onSelect.emit(selection);
    if (focus && selection !== null) this.focus();
    this.stage.request();
  }

  pickAt(x: number, y: number): void {
    this.stage.catchUp(); // a slow machine is behind, and what is asked for counts
    const visible = this.views.map((view, i) => (this.shown[i] ? view : null));
    this.select(pick(this.stage, visible, this.visible, x, y)?.selection ?? null);
  }

  /** The link that the selection is on. */
  selectedLink(): { doc: number; link: number } | null {
    if (this.selection === null) return null;
    const { doc, target } = this.selection;
    const link = linkOf(this.views[doc], target);
    return link === null ? null : { doc, link };
  }

  /** Brings the selected link to the middle. */
  focus(): void {
    const selected = this.selectedLink();
    if (selected === null) return;
    const box = this.views[selected.doc].boundsOf(selected.link);
    const radius = Math.max(box.getSize(new Vector3()).length() * 0.9, this.stage.extent.radius * 0.08);
    this.stage.frame(box.getCenter(new Vector3()), radius, null, false);
  }

  fit(direction: readonly number[] | null = null, atOnce = false): void {
    const { center, radius } = this.bounds();
    const from = direction === null ? null : new Vector3(direction[0], direction[1], direction[2]);
    from?.applyQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), this.stage.up));
    this.stage.frame(center, radius, from, atOnce);
  }

  private bounds(): { center: Vector3; radius: number } {
    const box = new Box3();
    for (const view of this.views) box.union(view.bounds());
    const size = box.getSize(new Vector3());
    return { center: box.getCenter(new Vector3()), radius: Math.max(size.length() / 2, 1e-3) };
  }

  private measureExtent(): void {
    if (this.views.length === 0) return;
    const { center, radius } = this.bounds();
    const reach = center.clone().projectOnPlane(this.stage.up).length() + radius;
    this.grid.lay(reach, this.stage.up, this.dark);
    const planes = this.visible.has("planes") && this.has("planes") ? Math.min(ENDLESS.reach, radius * 8) : 0;
    const farthest = Math.max(...this.views.map((view) => view.farthest(center)));
    this.stage.extent = { center, radius: Math.max(radius * 1.5, reach * 2, planes), reach: farthest, bounds: radius * 1.3 };
  }

  // frames

  private prepare(): void {
    const frustum = this.stage.frustum();
    for (const view of this.views) {
      view.bodies.arrange();
      view.bodies.cull(this.stage, frustum);
      for (const layer of view.layers) if (layer.object.visible) layer.scale(this.stage);
    }
    this.highlight.scale(this.stage);
    this.ruler.scale(this.stage);
  }

  private drawLabels(): void {
    const labels: Label[] = [...this.ruler.labels(), ...this.highlight.labels()];
    this.views.forEach((view, i) => {
      if (!this.shown[i]) return;
      if (this.visible.has("names")) {
        for (const layer of view.layers) if (layer.object.visible) labels.push(...layer.labels());
      }
      const told = new Set<string>();
      for (const gap of view.bodies.gaps) {
        if (told.has(gap.uri)) continue;
        told.add(gap.uri);
        if (!this.visible.has(gap.kind) || !this.visible.has("names")) continue;
        const at = gap.middle.clone().applyMatrix4(view.placed.matrices[gap.link]);
        labels.push({ text: gap.uri, at, rank: 2, tone: "missing" });
      }
    });
    this.labels.draw(labels);
  }
}
