/** Draws nothing, but puts everything drawn after it in front of everything drawn before. */

import { BufferAttribute, BufferGeometry, Mesh, MeshBasicMaterial } from "three";

/** In the order of drawing: what comes later is on top. */
export const ON_TOP = 8;

export function depthBarrier(): Mesh {
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(9), 3));
  const material = new MeshBasicMaterial({ transparent: true, colorWrite: false, depthWrite: false, depthTest: false });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = ON_TOP;
  mesh.onBeforeRender = (renderer) => renderer.clearDepth();
  return mesh;
}
