/** Motion along a path of arcs in a plane. */

import type { Motion } from "../format.ts";
import { compose, fromPose, turn, type Rigid } from "./rigid.ts";

type Curve = Extract<Motion, { kind: "curve" }>;

/** At an arc length, m; the first and the last arc go on beyond the ends of a path that is not periodic. */
export function curvePose(curve: Curve, length: number): Rigid {
  const found = curve.pieces.filter(([piece]) => piece > 0);
  const pieces: [number, number][] = found.length > 0 ? found : [[1, 0]];
  const total = pieces.reduce((sum, [piece]) => sum + piece, 0);
  let rest = curve.periodic ? length - Math.floor(length / total) * total : length;
  let [x, y, heading] = [0, 0, 0];
  for (let i = 0; i < pieces.length; i++) {
    const [piece, angle] = pieces[i];
    const ends = i === pieces.length - 1 || rest < piece;
    const along = ends ? rest : piece;
    const turned = (angle / piece) * along;
    const chord = along * sinc(turned / 2);
    x += chord * Math.cos(heading + turned / 2);
    y += chord * Math.sin(heading + turned / 2);
    heading += turned;
    if (ends) break;
    rest -= piece;
  }
  const inPlane = turn([0, 0, 1], heading);
  inPlane[3] = x;
  inPlane[7] = y;
  return compose(fromPose([0, 0, 0, ...curve.rotation]), inPlane);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(x) / x;
}
