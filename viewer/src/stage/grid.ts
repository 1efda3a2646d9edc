/** Lines on the ground, z = 0 of the world, with the world's x and y axes. */

import { BufferGeometry, Color, Float32BufferAttribute, LineBasicMaterial, LineSegments } from "three";

export class Grid {
  readonly object = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, transparent: true }));
  /** Metres between two lines. */
  spacing = 1;

  /** Lays the grid out around what reaches from the origin as far as `reach`. */
  lay(reach: number, dark: boolean): void {
    const half = Math.min(Math.max(reach * 1.6, 0.05), 1e5);
    this.spacing = 10 ** Math.floor(Math.log10(half)) / (half / 10 ** Math.floor(Math.log10(half)) < 3 ? 5 : 1);
    const count = Math.ceil(half / this.spacing);
    const end = count * this.spacing;
    const positions: number[] = [];
    const colors: number[] = [];
    const tones = dark
      ? { line: "#30343a", x: "#7d4a44", y: "#47694b" }
      : { line: "#dcdfe3", x: "#d9a29b", y: "#a3c4a6" };
    const line = (x0: number, y0: number, x1: number, y1: number, tone: string): void => {
      positions.push(x0, y0, 0, x1, y1, 0);
      const { r, g, b } = new Color(tone);
      colors.push(r, g, b, r, g, b);
    };
    for (let i = -count; i <= count; i++) {
      const at = i * this.spacing;
      line(-end, at, end, at, i === 0 ? tones.x : tones.line);
      line(at, -end, at, end, i === 0 ? tones.y : tones.line);
    }
    this.object.geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
    this.object.geometry.setAttribute("color", new Float32BufferAttribute(colors, 3));
    this.object.geometry.computeBoundingSphere();
    this.object.renderOrder = -2;
    this.object.material.depthWrite = false;
  }
}
