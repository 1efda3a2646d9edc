/** The lights of a document, where they light what is shown. */

import { DirectionalLight, Group, type Light as Lamp, PointLight, SpotLight, Vector3 } from "three";
import type { Doc } from "../format.ts";
import { srgb } from "../shapes/look.ts";
import { poseMatrix } from "../stage/transforms.ts";
import type { Label, Layer, Placed } from "./layer.ts";

/** More would be more than a shader takes. */
const MOST = 8;
/** Lights of documents have no unit: a white one of diffuse 1 is as bright as paper in the sun at this distance, m. */
const DISTANCE = 2;

export class Lamps implements Layer {
  readonly id = "lamps";
  readonly object = new Group();
  private readonly lamps: Lamp[];

  constructor(private readonly doc: Doc) {
    this.lamps = doc.lights.slice(0, MOST).map((light) => {
      const color = srgb(light.diffuse);
      const range = light.range !== null && light.range > 0 ? light.range : 0;
      if (light.type === "point") return new PointLight(color, Math.PI * DISTANCE ** 2, range, 1);
      if (light.type !== "spot") return new DirectionalLight(color, Math.PI);
      return new SpotLight(color, Math.PI * DISTANCE ** 2, range, Math.min(light.angle ?? 0.8, 1.5), 0.3, 1);
    });
    for (const lamp of this.lamps) {
      this.object.add(lamp);
      if (lamp instanceof DirectionalLight || lamp instanceof SpotLight) this.object.add(lamp.target);
    }
  }

  get empty(): boolean {
    return this.lamps.length === 0;
  }

  place({ matrices }: Placed): void {
    this.lamps.forEach((lamp, i) => {
      const { link, pose, direction } = this.doc.lights[i];
      const world = matrices[link].clone().multiply(poseMatrix(pose));
      lamp.position.setFromMatrixPosition(world);
      if (!(lamp instanceof DirectionalLight || lamp instanceof SpotLight)) return;
      lamp.target.position.copy(new Vector3(...direction).transformDirection(world).add(lamp.position));
    });
  }

  scale(): void {
    // they are no signs
  }

  labels(): Label[] {
    return [];
  }

  target(): null {
    return null;
  }

  dispose(): void {
    for (const lamp of this.lamps) lamp.dispose();
    this.object.removeFromParent();
  }
}
