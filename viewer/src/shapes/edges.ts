/** Lines along the edges of parts, as drawings of machines have them. */

import { type BufferGeometry, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Matrix4 } from "three";

export interface Edged {
  link: number;
  geometry: BufferGeometry;
  /** In the link's frame. */
  local: Matrix4;
}

/** Between facets that are turned by more than this there is an edge, degrees. */
const ANGLE = 28;
/** Parts and facets beyond which finding the edges takes too long. */
const MOST_PARTS = 1500;
const MOST_FACETS = 400_000;

export class Edges {
  readonly object = new Group();
  private readonly known = new WeakMap<BufferGeometry, EdgesGeometry>();
  private readonly material = new LineBasicMaterial({ color: "#16191d", transparent: true, opacity: 0.55 });
  private lines: { object: LineSegments; part: Edged }[] = [];

  constructor() {
    this.material.onBeforeCompile = (shader) => {
      // a little nearer to the eye than the surface that they are on
      const nearer = "isPerspectiveMatrix(projectionMatrix) ? projectionMatrix * vec4(mvPosition.xyz * 0.9985, 1.0) : gl_Position - vec4(0.0, 0.0, 1e-4, 0.0)";
      shader.vertexShader = shader.vertexShader.replace("#include <project_vertex>", `#include <project_vertex>\ngl_Position = ${nearer};`);
    };
  }

  /** Draws these parts, as far as they are not too many. */
  set(parts: readonly Edged[], links: readonly Matrix4[]): void {
    this.object.clear();
    this.lines = [];
    let facets = 0;
    for (const part of parts.slice(0, MOST_PARTS)) {
      const { geometry } = part;
      facets += this.known.has(geometry) ? 0 : (geometry.index ?? geometry.getAttribute("position")).count / 3;
      if (facets > MOST_FACETS) break;
      let edges = this.known.get(geometry);
      if (edges === undefined) {
        edges = new EdgesGeometry(geometry, ANGLE);
        this.known.set(geometry, edges);
      }
      const object = new LineSegments(edges, this.material);
      object.matrixAutoUpdate = false;
      this.lines.push({ object, part });
      this.object.add(object);
    }
    this.place(links);
  }

  place(links: readonly Matrix4[]): void {
    for (const { object, part } of this.lines) {
      object.matrix.multiplyMatrices(links[part.link], part.local);
      object.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    for (const { object } of this.lines) object.geometry.dispose();
    this.material.dispose();
    this.object.removeFromParent();
  }
}
