/** Geometry of everything that is not a mesh: few geometries, many sizes. Lengths run along z. */

import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Matrix4,
  Path,
  PlaneGeometry,
  Shape as Outline,
  SphereGeometry,
  Vector2,
  Vector3,
} from "three";
import { ConvexGeometry } from "three/examples/jsm/geometries/ConvexGeometry.js";
import type { Geometry } from "../format.ts";
import { along } from "../stage/transforms.ts";

export interface Solid {
  /** From the finest to the coarsest. */
  levels: BufferGeometry[];
  /** Scale (and pose) of the geometry in the shape's frame. */
  local: Matrix4;
}

/** How far a plane without size reaches, m; changed when it is known how large the world is. */
export const ENDLESS = { reach: 50 };

/** Segments of round forms at each level of detail (batch.ts). */
const SEGMENTS = [64, 32, 16, 9, 6];
const once = (make: () => BufferGeometry) => (): BufferGeometry[] => [make()];
const round = (make: (segments: number) => BufferGeometry) => (): BufferGeometry[] => SEGMENTS.map(make);
const BOX = once(() => new BoxGeometry());
const BALL = round((n) => upright(new SphereGeometry(1, n, Math.ceil(n * 0.6))));
const ROD = round((n) => upright(new CylinderGeometry(1, 1, 1, n)));
const CONE = round((n) => upright(new ConeGeometry(1, 1, n)));

const upright = (geometry: BufferGeometry): BufferGeometry => geometry.rotateX(Math.PI / 2);

export class Primitives {
  private readonly known = new Map<string, BufferGeometry[]>();

  /** Null where there is nothing to draw; throws where a size makes no sense. */
  of(shape: Exclude<Geometry, { type: "mesh" }>): Solid | null {
    switch (shape.type) {
      case "empty":
        return null;
      case "box":
        return this.scaled("box", BOX, shape.size);
      case "heightmap": {
        const solid = this.scaled("box", BOX, shape.size);
        solid.local.setPosition(0, 0, shape.size[2] / 2);
        return solid;
      }
      case "sphere":
        return this.scaled("sphere", BALL, [shape.radius, shape.radius, shape.radius]);
      case "ellipsoid":
        return this.scaled("sphere", BALL, shape.radii);
      case "cylinder":
        return this.scaled("cylinder", ROD, [
          shape.radius,
          shape.radius,
          shape.length,
        ]);
      case "cone":
        return this.scaled("cone", CONE, [
          shape.radius,
          shape.radius,
          shape.length,
        ]);
      case "capsule": {
        check([shape.radius]);
        const length = Math.max(shape.length, 0) / shape.radius;
        const key = `capsule ${length}`;
        return this.scaled(key, round((n) => upright(new CapsuleGeometry(1, length, Math.ceil(n / 4), n))), [
          shape.radius,
          shape.radius,
          shape.radius,
        ]);
      }
      case "plane": {
        const [x, y] = shape.size ?? [ENDLESS.reach * 2, ENDLESS.reach * 2];
        const solid = this.scaled("plane", once(() => new PlaneGeometry()), [x, y, 1]);
        solid.local.premultiply(along(new Vector3(...shape.normal), new Vector3()));
        return solid;
      }
      case "polyline":
        return { levels: [extruded(shape.points, shape.height)], local: new Matrix4() };
      case "points": {
        const points = shape.points.filter((p) => p.every(Number.isFinite)).map((p) => new Vector3(...p));
        if (points.length < 4) throw new Error("fewer than four points");
        return { levels: [new ConvexGeometry(points)], local: new Matrix4() };
      }
    }
  }

  private scaled(key: string, make: () => BufferGeometry[], size: readonly number[]): Solid {
    check(size);
    let levels = this.known.get(key);
    if (levels === undefined) {
      levels = make();
      this.known.set(key, levels);
    }
    return { levels, local: new Matrix4().makeScale(size[0], size[1], size[2]) };
  }
}

function check(size: readonly number[]): void {
  if (!size.every((part) => Number.isFinite(part) && part > 0 && part < 1e9)) {
    throw new Error(`a size that cannot be drawn: ${size.join(" ")}`);
  }
}

/** The first outline is filled, the others are holes. */
function extruded(outlines: [number, number][][], height: number): BufferGeometry {
  check([height]);
  const loops = outlines.map((points) => points.filter((p) => p.every(Number.isFinite)).map((p) => new Vector2(...p)));
  if (loops.length === 0 || loops.some((points) => points.length < 3)) throw new Error("fewer than three points");
  const outline = new Outline(loops[0]);
  outline.holes = loops.slice(1).map((points) => new Path(points));
  return new ExtrudeGeometry(outline, { depth: height, bevelEnabled: false });
}
