/** Pictures and numbers for tests. */

import { MeshBasicMaterial } from "three";
import type { LayerId } from "../layers/layer.ts";
import type { App } from "./app.ts";

/** Black where something is, white elsewhere; a data URL of a PNG that has as many pixels as the page gives it. */
export function silhouette(app: App, layers: readonly LayerId[] = ["visuals"]): string {
  const before = [...app.visible];
  app.setLayers(layers);
  app.highlight.object.visible = app.ruler.object.visible = false;
  const { scene, renderer, canvas, pacing } = app.stage;
  const { exact } = pacing;
  pacing.exact = true;
  const black = new MeshBasicMaterial({ color: 0x000000 });
  scene.overrideMaterial = black;
  renderer.setClearColor(0xffffff, 1);
  renderer.setPixelRatio(1);
  app.stage.draw();
  const picture = canvas.toDataURL("image/png");
  scene.overrideMaterial = null;
  black.dispose();
  renderer.setClearColor(0, 0);
  app.highlight.object.visible = app.ruler.object.visible = true;
  pacing.exact = exact;
  app.setLayers(before);
  app.stage.resize();
  app.stage.draw();
  return picture;
}

/** `drawn`: triangles of the last frame; `effort`: ms that all frames took here, without what the renderer does on its own. */
export function stats({ views, stage, labels }: App): Record<string, number> {
  const total = { shapes: 0, facets: 0, missing: 0 };
  for (const { bodies } of views) {
    total.shapes += bodies.counts.shapes;
    total.facets += bodies.counts.facets;
    total.missing += bodies.gaps.length;
  }
  const { calls, triangles } = stage.renderer.info.render;
  return { ...total, calls, drawn: triangles, frames: stage.frames, effort: stage.effort, labels: labels.shown };
}
