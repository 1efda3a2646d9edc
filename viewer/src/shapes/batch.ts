/** Shapes that share a geometry and a material: one call of the renderer for each level of detail that is in sight. */

import { type BufferGeometry, type Color, Frustum, InstancedMesh, Matrix4, type Mesh, type Object3D, Sphere } from "three";
import type { Shape } from "../format.ts";
import { coarser } from "../meshes/coarser.ts";
import type { Stage } from "../stage/stage.ts";
import { Crowd, CROWD } from "./crowd.ts";
import type { Surface, Surfaces } from "./look.ts";

export interface Item {
  link: number;
  /** Null where it represents a link as a whole. */
  shape: Shape | null;
  /** The geometry in the link's frame. */
  local: Matrix4;
  color: Color;
}

/** Radius on the screen, pixels, down to which each level of detail is used. */
export const LEVELS = [160, 45, 12, 5, 0] as const;
/** A form of that few corners has no levels of detail, and is cheap in a crowd at any size. */
const SIMPLE = 24;

interface Level {
  mesh: InstancedMesh<BufferGeometry, Surface>;
  /** Which item each instance is. */
  ids: Uint32Array;
}

export class Batch {
  readonly levels: Level[];
  private readonly matrices: Float32Array;
  private readonly spheres: Sphere[];
  /** Draws the smallest of them, where there are many. */
  private readonly crowd: Crowd | null;
  private readonly crowded: number;
  /** Whether all are turned as they were given, their facets outwards. */
  private readonly upright: boolean;
  /** The forms as they were given. */
  private readonly geometries: readonly BufferGeometry[];

  /** `geometries`: the same form with less and less detail, as LEVELS has it, or a single one. */
  constructor(
    geometries: readonly BufferGeometry[],
    private readonly surfaces: Surfaces,
    readonly items: readonly Item[],
    order: number,
  ) {
    const { still } = surfaces;
    this.geometries = geometries;
    this.upright = items.every(({ local }) => local.determinant() > 0);
    if (geometries[0].boundingSphere === null) geometries[0].computeBoundingSphere();
    this.matrices = new Float32Array(items.length * 16);
    this.spheres = items.map(() => new Sphere());
    const coarsest = geometries[geometries.length - 1];
    const simple = coarsest.getAttribute("position").count <= SIMPLE;
    const plain = still.map === null && !still.vertexColors && still.opacity === 1;
    const worth = items.length >= CROWD && plain && (geometries.length > 1 || simple);
    this.crowd = worth ? new Crowd(coarsest, still, items.map(({ color }) => color), order) : null;
    this.crowded = geometries.length > 1 ? geometries.length - 1 : 0;
    this.levels = geometries.map((geometry) => {
      const mesh = new InstancedMesh<BufferGeometry, Surface>(geometry, still, items.length);
      mesh.frustumCulled = false;
      mesh.renderOrder = order;
      mesh.count = 0;
      items.forEach((item, i) => mesh.setColorAt(i, item.color));
      return { mesh, ids: new Uint32Array(items.length) };
    });
  }

  /** Casts shadows and takes them; what is seen through does neither. */
  shade(): void {
    for (const mesh of this.meshes) mesh.castShadow = mesh.receiveShadow = true;
  }

  get meshes(): Mesh[] {
    return [...this.levels.map(({ mesh }) => mesh), ...(this.crowd === null ? [] : [this.crowd.mesh])];
  }

  /** Notes where all instances are when their links are there. */
  place(links: readonly Matrix4[]): void {
    const matrix = new Matrix4();
    const around = this.geometries[0].boundingSphere ?? new Sphere();
    this.items.forEach((item, i) => {
      matrix.multiplyMatrices(links[item.link], item.local);
      matrix.toArray(this.matrices, i * 16);
      this.spheres[i].copy(around).applyMatrix4(matrix);
    });
    this.crowd?.place(this.matrices);
  }

  /** Before each frame: takes what is in sight, at the level of detail that its size asks for. */
  cull(stage: Stage, frustum: Frustum): void {
    const { hurried } = stage.pacing;
    const { shades } = stage;
    for (const { mesh } of this.levels) mesh.count = 0;
    let widest = 0;
    let outside = stage.renderer.clippingPlanes.length === 0;
    this.crowd?.begin();
    this.items.forEach((item, i) => {
      const sphere = this.spheres[i];
      if (!shades && !frustum.intersectsSphere(sphere)) return;
      if (hurried) {
        widest = Math.max(widest, stage.width(sphere));
        outside &&= stage.outside(sphere);
      }
      let level = 0;
      if (this.levels.length > 1) {
        const pixels = sphere.radius / stage.pixel(stage.depth(sphere.center)) / stage.coarseness;
        while (level < this.levels.length - 1 && pixels < LEVELS[level]) level++;
      }
      if (this.crowd !== null && level === this.crowded) {
        this.crowd.take(i);
        return;
      }
      const { mesh, ids } = this.levels[level];
      const slot = mesh.count++;
      ids[slot] = i;
      (mesh.instanceMatrix.array as Float32Array).set(this.matrices.subarray(i * 16, i * 16 + 16), slot * 16);
      mesh.instanceColor?.setXYZ(slot, item.color.r, item.color.g, item.color.b);
    });
    this.crowd?.end();
    this.levels.forEach(({ mesh }, i) => {
      const coarse = hurried ? coarser(this.geometries[i], widest) : null;
      mesh.geometry = coarse?.geometry ?? this.geometries[i];
      mesh.material = coarse === null ? this.surfaces.still : this.surfaces.hurried(coarse.closed && outside && this.upright);
    });
    for (const { mesh } of this.levels) {
      mesh.visible = mesh.count > 0;
      mesh.boundingSphere = null;
      if (mesh.count === 0) continue;
      mesh.instanceMatrix.clearUpdateRanges();
      mesh.instanceMatrix.addUpdateRange(0, mesh.count * 16);
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** What a ray has hit. */
  item(mesh: Object3D, { instanceId, faceIndex }: { instanceId?: number | undefined; faceIndex?: number | null | undefined }): Item | null {
    if (mesh === this.crowd?.mesh) return this.items[this.crowd.itemOf(faceIndex ?? 0)];
    const level = this.levels.find((one) => one.mesh === mesh);
    return level === undefined ? null : this.items[level.ids[instanceId ?? 0]];
  }

  /** As many as are drawn when all are in sight and near. */
  get facets(): number {
    const { index, attributes } = this.geometries[0];
    return ((index ?? attributes.position).count / 3) * this.items.length;
  }

  dispose(): void {
    for (const { mesh } of this.levels) {
      mesh.removeFromParent();
      mesh.dispose();
    }
    this.crowd?.dispose();
  }
}
