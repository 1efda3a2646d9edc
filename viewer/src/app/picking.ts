/** What is under a point of the screen. */

import { type Intersection, type Object3D, Raycaster, Vector2, type Vector3 } from "three";
import type { LayerId, Selection, Target } from "../layers/layer.ts";
import type { Stage } from "../stage/stage.ts";
import type { DocumentView } from "./document_view.ts";

/** What it is and where; coordinates are those of the canvas in CSS pixels, null where nothing is. */
export function pick(
  stage: Stage,
  views: readonly (DocumentView | null)[],
  visible: ReadonlySet<LayerId>,
  x: number,
  y: number,
): { selection: Selection; at: Vector3 } | null {
  const { clientWidth, clientHeight } = stage.canvas;
  const ray = new Raycaster();
  ray.setFromCamera(new Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2), stage.camera);
  let best: { distance: number; selection: Selection; at: Vector3 } | null = null;
  views.forEach((view, doc) => {
    if (view === null) return;
    const offer = (object: Object3D, bonus: number, meaning: (hit: Intersection) => Target | null): void => {
      for (const hit of ray.intersectObject(object, false)) {
        const target = meaning(hit);
        // signs are small and in front of what they mark
        const distance = hit.distance * bonus;
        if (target !== null && (best === null || distance < best.distance)) best = { distance, selection: { doc, target }, at: hit.point };
      }
    };
    for (const batch of view.bodies.batches) {
      for (const mesh of batch.meshes) {
        if (!mesh.parent?.visible || !mesh.visible) continue;
        offer(mesh, mesh.parent === view.bodies.groups.planes ? 1e6 : 1, (hit) => {
          const item = batch.item(mesh, hit);
          return item?.shape ? { kind: "shape", link: item.link, shape: item.shape } : null;
        });
      }
    }
    for (const layer of view.layers) {
      if (!visible.has(layer.id)) continue;
      for (const object of layer.object.children) {
        if (!("isInstancedMesh" in object) || !object.visible) continue;
        offer(object, layer.id === "inertias" ? 1 : 1e-3, (hit) => layer.target(object, hit.instanceId ?? 0));
      }
    }
  });
  return best;
}
