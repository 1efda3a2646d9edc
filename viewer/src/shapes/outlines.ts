/** Edges of boxes: of meshes that are not there, and around inertias. All of them are one object. */

import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, LineBasicMaterial, LineSegments, Matrix4, Vector3 } from "three";

export interface OutlinedBox {
  link: number;
  /** From the box of edge 1 around the origin to the link's frame. */
  local: Matrix4;
  color: Color;
}

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map(
  (i) => new Vector3((i & 1) - 0.5, ((i >> 1) & 1) - 0.5, ((i >> 2) & 1) - 0.5),
);
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

export class Outlines {
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor(readonly boxes: readonly OutlinedBox[]) {
    const geometry = new BufferGeometry();
    const colors = new Float32Array(boxes.length * EDGES.length * 3);
    boxes.forEach((box, i) => {
      for (let k = 0; k < EDGES.length; k++) box.color.toArray(colors, (i * EDGES.length + k) * 3);
    });
    const positions = new BufferAttribute(new Float32Array(boxes.length * EDGES.length * 3), 3);
    geometry.setAttribute("position", positions.setUsage(DynamicDrawUsage));
    geometry.setAttribute("color", new BufferAttribute(colors, 3));
    this.object = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true }));
    this.object.frustumCulled = false;
  }

  place(links: readonly Matrix4[]): void {
    const attribute = this.object.geometry.getAttribute("position") as BufferAttribute;
    const matrix = new Matrix4();
    const corners = CORNERS.map(() => new Vector3());
    this.boxes.forEach((box, i) => {
      matrix.multiplyMatrices(links[box.link], box.local);
      corners.forEach((corner, k) => corner.copy(CORNERS[k]).applyMatrix4(matrix));
      EDGES.forEach((corner, k) => attribute.setXYZ(i * EDGES.length + k, ...corners[corner].toArray()));
    });
    attribute.needsUpdate = true;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
