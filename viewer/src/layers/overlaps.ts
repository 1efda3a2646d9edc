/** Collision shapes that overlap where the joints are now, in red; shapes of meshes count as their convex hulls. */

import { Box3, type BufferGeometry, Group, Matrix4, Mesh, MeshBasicMaterial, Vector3 } from "three";
import type { Doc } from "../format.ts";
import { type Hull, meet } from "../kinematics/convex.ts";
import type { Label, Layer, Placed } from "./layer.ts";

export interface Solid {
  link: number;
  geometry: BufferGeometry;
  /** In the link's frame. */
  local: Matrix4;
}

/** Directions in which the farthest points of a form are taken for it where it has more. */
const DIRECTIONS = 220;
/** Of the size of all: shapes that touch do not overlap. */
const SLACK = 5e-4;
/** More shapes take too long. */
const MOST = 600;

export class Overlaps implements Layer {
  readonly id = "overlaps";
  readonly object = new Group();
  /** Pairs of links that overlap now. */
  found: [number, number][] = [];
  private readonly excluded = new Set<string>();
  private readonly points = new Map<BufferGeometry, Float64Array>();
  private readonly material = new MeshBasicMaterial({ color: "#e0211b", transparent: true, opacity: 0.55, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -3, polygonOffsetUnits: -3 });
  private placed: Placed | null = null;
  private stale = true;

  constructor(
    private readonly doc: Doc,
    private readonly size: number,
    private readonly solids: () => Solid[],
  ) {
    const { pairs, joined } = doc.exclusions ?? { pairs: [], joined: doc.joints.map(({ parent, child }): [number, number] => [parent, child]) };
    for (const [a, b] of [...pairs, ...joined]) this.excluded.add(key(a, b));
  }

  get empty(): boolean {
    return this.doc.links.filter(({ collisions }) => collisions.length > 0).length < 2;
  }

  place(placed: Placed): void {
    this.placed = placed;
    this.stale = true;
  }

  /** Looked for only while it is shown. */
  scale(): void {
    if (this.stale) this.update();
  }

  /** Looks which shapes overlap where the joints are now. */
  update(): void {
    this.stale = false;
    this.object.clear();
    this.found = [];
    if (this.placed === null) return;
    const { matrices } = this.placed;
    const bodies = this.solids().slice(0, MOST).map((solid) => {
      const pose = new Matrix4().multiplyMatrices(matrices[solid.link], solid.local);
      const hull = moved(this.pointsOf(solid.geometry), pose);
      return { solid, pose, hull, box: around(hull) };
    });
    const told = new Set<string>();
    const red = new Set<number>();
    bodies.forEach((a, i) => {
      for (let j = i + 1; j < bodies.length; j++) {
        const b = bodies[j];
        if (a.solid.link === b.solid.link || this.counts(a.solid.link, b.solid.link) || !a.box.intersectsBox(b.box)) continue;
        if (!meet(a.hull, b.hull, SLACK * this.size)) continue;
        red.add(i).add(j);
        const pair = key(a.solid.link, b.solid.link);
        if (!told.has(pair)) this.found.push([a.solid.link, b.solid.link]);
        told.add(pair);
      }
    });
    for (const i of red) {
      const mesh = new Mesh(bodies[i].solid.geometry, this.material);
      mesh.matrixAutoUpdate = false;
      mesh.matrix.copy(bodies[i].pose);
      mesh.renderOrder = 5;
      this.object.add(mesh);
    }
  }

  private counts(a: number, b: number): boolean {
    const { links } = this.doc;
    return this.excluded.has(key(a, b)) || (links[a].static && links[b].static);
  }

  private pointsOf(geometry: BufferGeometry): Float64Array {
    let points = this.points.get(geometry);
    if (points === undefined) {
      points = extremes(geometry);
      this.points.set(geometry, points);
    }
    return points;
  }

  labels(): Label[] {
    if (this.placed === null) return [];
    const { matrices } = this.placed;
    return this.found.slice(0, 30).map(([a, b]) => ({
      text: `${this.doc.links[a].short} in ${this.doc.links[b].short}`,
      at: new Vector3().setFromMatrixPosition(matrices[a]).lerp(new Vector3().setFromMatrixPosition(matrices[b]), 0.5),
      rank: 7,
      tone: "strong" as const,
    }));
  }

  target(): null {
    return null;
  }

  dispose(): void {
    this.material.dispose();
    this.object.removeFromParent();
  }
}

const key = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** The corners of a form that are the farthest in some direction: all of one with few. */
function extremes(geometry: BufferGeometry): Float64Array {
  const position = geometry.getAttribute("position");
  const { index } = geometry;
  const corners = [...new Set(index === null ? Array.from({ length: position.count }, (_, i) => i) : (index.array as Uint32Array))];
  let kept = corners;
  if (corners.length > DIRECTIONS) {
    const best = new Int32Array(DIRECTIONS);
    for (let n = 0; n < DIRECTIONS; n++) {
      const z = 1 - (2 * n + 1) / DIRECTIONS; // evenly over a ball
      const [x, y] = [Math.cos(2.399963229728653 * n), Math.sin(2.399963229728653 * n)].map((part) => part * Math.sqrt(1 - z * z));
      let most = -Infinity;
      for (const i of corners) {
        const along = x * position.getX(i) + y * position.getY(i) + z * position.getZ(i);
        if (along > most) {
          most = along;
          best[n] = i;
        }
      }
    }
    kept = [...new Set(best)];
  }
  const points = new Float64Array(kept.length * 3);
  kept.forEach((i, n) => points.set([position.getX(i), position.getY(i), position.getZ(i)], n * 3));
  return points;
}

function moved(points: Float64Array, { elements: e }: Matrix4): Hull {
  const hull = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
    hull[i] = e[0] * x + e[4] * y + e[8] * z + e[12];
    hull[i + 1] = e[1] * x + e[5] * y + e[9] * z + e[13];
    hull[i + 2] = e[2] * x + e[6] * y + e[10] * z + e[14];
  }
  return hull;
}

function around(hull: Hull): Box3 {
  const box = new Box3();
  const point = new Vector3();
  for (let i = 0; i < hull.length; i += 3) box.expandByPoint(point.set(hull[i], hull[i + 1], hull[i + 2]));
  return box;
}
