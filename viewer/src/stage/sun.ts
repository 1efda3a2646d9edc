/** A light that stands still in the world and casts soft shadows, also on the ground. */

import { DirectionalLight, Mesh, PlaneGeometry, ShadowMaterial, Vector3 } from "three";

const MAP = 2048;
/** Where it comes from, z up. */
const FROM = new Vector3(0.45, -0.6, 1.5);
const Z = new Vector3(0, 0, 1);

export class Sun {
  readonly light = new DirectionalLight(0xffffff, 0);
  readonly ground = new Mesh(new PlaneGeometry(), new ShadowMaterial({ opacity: 0.2, depthWrite: false }));

  constructor() {
    this.light.castShadow = true;
    const { shadow } = this.light;
    shadow.mapSize.set(MAP, MAP);
    shadow.radius = 5;
    this.ground.receiveShadow = true;
    this.ground.renderOrder = -1;
    this.ground.frustumCulled = false;
    this.show(false);
  }

  /** `intensity` is that of what is lit directly. */
  show(on: boolean, intensity = 0): void {
    this.light.visible = this.ground.visible = on;
    this.light.intensity = intensity;
  }

  /** Lights what is around a place, as far as `radius`. */
  place(center: Vector3, radius: number, up: Vector3): void {
    const { light, ground } = this;
    light.position.copy(FROM).normalize().multiplyScalar(radius * 3);
    for (const part of [light.position]) part.applyQuaternion(ground.quaternion.setFromUnitVectors(Z, up));
    light.position.add(center);
    light.target.position.copy(center);
    const { camera } = light.shadow;
    camera.left = camera.bottom = -radius;
    camera.right = camera.top = radius;
    camera.near = radius;
    camera.far = radius * 5;
    camera.updateProjectionMatrix();
    light.shadow.normalBias = (radius / MAP) * 3;
    light.shadow.bias = -1e-4;
    ground.scale.setScalar(radius * 6);
    ground.position.copy(center).addScaledVector(up, -center.dot(up)); // at the height of the origin
  }
}
