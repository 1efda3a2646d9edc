/** What sensors see: the frusta of cameras and the rays of lidars, as lines. */

import { BufferAttribute, BufferGeometry, Color, Group, LineBasicMaterial, LineSegments, Vector3 } from "three";
import type { Doc, Sight } from "../format.ts";
import { poseMatrix } from "../stage/transforms.ts";
import type { Label, Layer, Placed, Target } from "./layer.ts";

const COLOR = new Color("#1f8fb3");
const MOST_RAYS = 60;
const MOST_ROWS = 8;
/** A lens of more than that is drawn as one of that, rad. */
const WIDEST = 2.8;

export class Sights implements Layer {
  readonly id = "sensors";
  readonly object = new Group();
  private readonly lines: { link: number; object: LineSegments<BufferGeometry, LineBasicMaterial> }[] = [];

  /** `reach`: how far lines go at most, m, so that they do not fill the picture. */
  constructor(doc: Doc, reach: number) {
    const material = new LineBasicMaterial({ color: COLOR, transparent: true, opacity: 0.55 });
    for (const { link, pose, sight } of doc.marks) {
      if (sight === undefined) continue;
      const points = sight.kind === "camera" ? frustum(sight, reach) : rays(sight, reach);
      const matrix = poseMatrix(pose);
      const numbers = new Float32Array(points.length * 3);
      points.forEach((point, i) => point.applyMatrix4(matrix).toArray(numbers, i * 3));
      const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(numbers, 3));
      const object = new LineSegments(geometry, material);
      object.matrixAutoUpdate = false;
      this.object.add(object);
      this.lines.push({ link, object });
    }
  }

  get empty(): boolean {
    return this.lines.length === 0;
  }

  place(placed: Placed): void {
    for (const { link, object } of this.lines) {
      object.matrix.copy(placed.matrices[link]);
      object.matrixWorldNeedsUpdate = true;
    }
  }

  scale(): void {
    // lines are as long in the world as they are
  }

  labels(): Label[] {
    return [];
  }

  target(): Target | null {
    return null;
  }

  dispose(): void {
    for (const { object } of this.lines) {
      object.geometry.dispose();
      object.material.dispose();
    }
    this.object.removeFromParent();
  }
}

/** A pyramid. */
function frustum({ forward, horizontal, vertical, near, far }: Extract<Sight, { kind: "camera" }>, reach: number): Vector3[] {
  const corners = (depth: number): Vector3[] => {
    const y = depth * Math.tan(Math.min(horizontal, WIDEST) / 2);
    const z = depth * Math.tan(Math.min(vertical, WIDEST) / 2);
    return [[y, z], [-y, z], [-y, -z], [y, -z]].map(([left, up]) => (forward === "x" ? new Vector3(depth, left, up) : new Vector3(-left, up, -depth)));
  };
  const ends = [corners(Math.min(near, reach / 2)), corners(Math.min(far ?? Infinity, reach))];
  const points: Vector3[] = [];
  for (let i = 0; i < 4; i++) {
    points.push(ends[0][i].clone(), ends[1][i].clone());
    for (const end of ends) points.push(end[i].clone(), end[(i + 1) % 4].clone());
  }
  return points;
}

function rays({ horizontal, vertical, range, samples }: Extract<Sight, { kind: "rays" }>, reach: number): Vector3[] {
  const spread = ([from, to]: [number, number], count: number, most: number): number[] => {
    const some = Math.max(1, Math.min(count, most));
    return Array.from({ length: some }, (_, i) => (some === 1 ? (from + to) / 2 : from + ((to - from) * i) / (some - 1)));
  };
  const end = Math.min(range[1] ?? Infinity, reach);
  const start = Math.min(range[0], end);
  const points: Vector3[] = [];
  for (const up of spread(vertical, samples[1], MOST_ROWS)) {
    for (const around of spread(horizontal, samples[0], MOST_RAYS)) {
      const direction = new Vector3(Math.cos(up) * Math.cos(around), Math.cos(up) * Math.sin(around), Math.sin(up));
      points.push(direction.clone().multiplyScalar(start), direction.multiplyScalar(end));
    }
  }
  return points;
}
