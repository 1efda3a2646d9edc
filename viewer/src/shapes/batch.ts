/** Shapes that share a geometry and a material, drawn by one call. */

import { type BufferGeometry, type Color, InstancedMesh, Matrix4, type MeshLambertMaterial } from "three";
import type { Shape } from "../format.ts";

export interface Item {
  link: number;
  /** Null where it stands for a link as a whole. */
  shape: Shape | null;
  /** The geometry in the link's frame. */
  local: Matrix4;
  color: Color;
}

export class Batch {
  readonly mesh: InstancedMesh<BufferGeometry, MeshLambertMaterial>;

  constructor(
    geometry: BufferGeometry,
    material: MeshLambertMaterial,
    readonly items: readonly Item[],
  ) {
    this.mesh = new InstancedMesh(geometry, material, items.length);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.paint((item) => item.color);
  }

  paint(colorOf: (item: Item) => Color): void {
    this.items.forEach((item, i) => this.mesh.setColorAt(i, colorOf(item)));
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  /** Puts all instances where their links are. */
  place(links: readonly Matrix4[]): void {
    const matrix = new Matrix4();
    this.items.forEach((item, i) => {
      matrix.multiplyMatrices(links[item.link], item.local);
      this.mesh.setMatrixAt(i, matrix);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }

  get triangles(): number {
    const { index, attributes } = this.mesh.geometry;
    return (((index ?? attributes.position)?.count ?? 0) / 3) * this.items.length;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.dispose();
  }
}
