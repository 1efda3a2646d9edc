/** The forms of signs, of size 1. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  OctahedronGeometry,
  SphereGeometry,
  TetrahedronGeometry,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

export const AXES = { x: new Color("#d8453c"), y: new Color("#3f9a4b"), z: new Color("#3a76d6") };

function painted(geometry: BufferGeometry, color: Color): BufferGeometry {
  const bare = geometry.index ? geometry.toNonIndexed() : geometry;
  bare.deleteAttribute("uv");
  const count = bare.getAttribute("position").count;
  const colors = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) color.toArray(colors, i * 3);
  bare.setAttribute("color", new BufferAttribute(colors, 3));
  return bare;
}

/** An arrow along z, from `start` to 1. */
export function arrow(color: Color, thickness = 0.035, start = 0): BufferGeometry {
  const shaft = new CylinderGeometry(thickness, thickness, 0.8 - start, 8).rotateX(Math.PI / 2);
  shaft.translate(0, 0, start + (0.8 - start) / 2);
  const head = new ConeGeometry(thickness * 2.6, 0.22, 10).rotateX(Math.PI / 2).translate(0, 0, 0.89);
  return mergeGeometries([painted(shaft, color), painted(head, color)]);
}

/** x, y and z in red, green and blue; x is the longest, so that they can be distinguished without colours. */
export function triad(): BufferGeometry {
  return mergeGeometries([
    arrow(AXES.x).rotateY(Math.PI / 2),
    arrow(AXES.y).rotateX(-Math.PI / 2).scale(0.85, 0.85, 0.85),
    arrow(AXES.z).scale(0.7, 0.7, 0.7),
  ]);
}

/** The sign of a centre of mass: a ball with octants in turn. */
export function massBall(): BufferGeometry {
  const ball = painted(new SphereGeometry(0.5, 16, 12), new Color(1, 1, 1));
  const position = ball.getAttribute("position");
  const color = ball.getAttribute("color");
  for (let i = 0; i < position.count; i += 3) {
    const middle = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      middle[0] += position.getX(i + k);
      middle[1] += position.getY(i + k);
      middle[2] += position.getZ(i + k);
    }
    const tone = middle[0] * middle[1] * middle[2] > 0 ? 0.02 : 0.95;
    for (let k = 0; k < 3; k++) color.setXYZ(i + k, tone, tone * 0.8, tone * 0.1);
  }
  return ball;
}

const white = new Color(1, 1, 1);

export const octahedron = (): BufferGeometry => painted(new OctahedronGeometry(0.6), white);
export const tetrahedron = (): BufferGeometry => painted(new TetrahedronGeometry(0.75), white);
export const ball = (): BufferGeometry => painted(new SphereGeometry(0.5, 16, 10), white);

/** A pyramid that opens along x, as what a camera sees does. */
export function eye(): BufferGeometry {
  const cone = new ConeGeometry(0.55, 0.9, 4, 1, false, Math.PI / 4).rotateZ(Math.PI / 2).translate(0.45, 0, 0);
  return painted(cone, white);
}

/** A ball with an arrow along its z. */
export function lamp(): BufferGeometry {
  return mergeGeometries([painted(new SphereGeometry(0.28, 14, 10), white), arrow(white, 0.05, 0.25)]);
}

/** What a spot lights: open, along z from its tip at 0, as wide as it is long on each side. */
export const beam = (): BufferGeometry => painted(new ConeGeometry(1, 1, 48, 1, true).rotateX(-Math.PI / 2).translate(0, 0, 0.5), white);
