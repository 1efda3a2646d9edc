/**
 * Many small shapes as one mesh in world coordinates. An instance costs a renderer some work however little there is to
 * draw of it; where thousands are a few pixels large, that is most of the work.
 */

import {
  BufferAttribute,
  type BufferGeometry,
  BufferGeometry as Geometry,
  type Color,
  DynamicDrawUsage,
  Matrix3,
  Matrix4,
  Mesh,
  Vector3,
} from "three";
import type { Surface } from "./look.ts";

/** Fewer shapes are not worth it. */
export const CROWD = 64;

export class Crowd {
  readonly mesh: Mesh<BufferGeometry, Surface>;
  private readonly vertices: number;
  private readonly corners: Uint32Array;
  private readonly index: BufferAttribute;
  private used = 0;

  /** `geometry` is that of one shape, with little detail. */
  constructor(
    private readonly geometry: BufferGeometry,
    material: Surface,
    private readonly colors: readonly Color[],
    order: number,
  ) {
    this.vertices = geometry.getAttribute("position").count;
    const corners = geometry.index?.array ?? Uint32Array.from({ length: this.vertices }, (_, i) => i);
    this.corners = Uint32Array.from(corners);
    const all = new Geometry();
    const count = colors.length * this.vertices;
    for (const name of ["position", "normal", "color"]) {
      all.setAttribute(name, new BufferAttribute(new Float32Array(count * 3), 3).setUsage(DynamicDrawUsage));
    }
    this.index = new BufferAttribute(new Uint32Array(colors.length * this.corners.length), 1).setUsage(DynamicDrawUsage);
    all.setIndex(this.index);
    const tinted = material.clone();
    tinted.vertexColors = true;
    this.mesh = new Mesh(all, tinted);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
  }

  /** Puts every shape where its matrix (one after the other, by columns) says. */
  place(matrices: Float32Array): void {
    const attributes = this.mesh.geometry.attributes;
    const [position, normal, color] = ["position", "normal", "color"].map((name) => attributes[name].array as Float32Array);
    const points = this.geometry.getAttribute("position");
    const normals = this.geometry.getAttribute("normal");
    const [matrix, turned, v] = [new Matrix4(), new Matrix3(), new Vector3()];
    let at = 0;
    this.colors.forEach((tint, item) => {
      matrix.fromArray(matrices, item * 16);
      turned.getNormalMatrix(matrix);
      for (let k = 0; k < this.vertices; k++, at += 3) {
        v.fromBufferAttribute(points, k).applyMatrix4(matrix).toArray(position, at);
        v.fromBufferAttribute(normals, k).applyMatrix3(turned).normalize().toArray(normal, at);
        tint.toArray(color, at);
      }
    });
    for (const attribute of Object.values(attributes)) (attribute as BufferAttribute).needsUpdate = true;
    this.mesh.geometry.boundingSphere = null;
  }

  begin(): void {
    this.used = 0;
  }

  /** This shape is to be drawn. */
  take(item: number): void {
    const { corners, vertices } = this;
    const array = this.index.array as Uint32Array;
    const start = item * vertices;
    for (let i = 0; i < corners.length; i++) array[this.used++] = start + corners[i];
  }

  end(): void {
    this.mesh.visible = this.used > 0;
    this.mesh.geometry.setDrawRange(0, this.used);
    if (this.used === 0) return;
    this.index.clearUpdateRanges();
    this.index.addUpdateRange(0, this.used);
    this.index.needsUpdate = true;
  }

  /** The shape that a facet is of. */
  itemOf(facet: number): number {
    return Math.floor(this.index.getX(facet * 3) / this.vertices);
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
