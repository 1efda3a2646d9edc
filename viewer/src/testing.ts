/** `window.bodyplan`: the interface of the page for scripts and tests. docs/viewing.md lists it. */

import { Matrix4, Vector3 } from "three";
import { addressOf } from "./app/address.ts";
import type { App } from "./app/app.ts";
import { silhouette, stats } from "./app/pictures.ts";
import { filmed, picture, recorded, type Recording } from "./app/recording.ts";
import { matrix4 } from "./kinematics/rigid.ts";
import type { LayerId } from "./layers/layer.ts";
import { toBase64 } from "./meshes/bytes.ts";
import { notes } from "./notes.ts";

export interface PageInterface {
  /** Resolves when everything is loaded and drawn. */
  ready: Promise<void>;
  /** X_W of a link, four rows of four; null where there is none of that name. */
  pose(link: string, document?: number): number[][] | null;
  /** Moves coordinates by the names of joints or coordinates, rad and m. */
  set(values: Record<string, number | number[]>): void;
  /** Values of all coordinates, rad and m. */
  values(document?: number): Record<string, number>;
  reset(): void;
  /** Where on the canvas a point of a link is, CSS pixels. */
  project(link: string, point?: number[], document?: number): number[];
  layers(ids: LayerId[]): void;
  /** X_WC as 16 numbers by rows; the camera looks along its -z, +y is up. */
  camera(matrix: number[], options?: { fov?: number; height?: number }): void;
  /** Puts the camera at a place; the vertical angle of view is in rad. */
  look(position: number[], target: number[], up: number[], fov: number): void;
  /** Position and target of the camera. */
  eye(): { position: number[]; target: number[] };
  select(link: string, document?: number): void;
  selected(): string | null;
  /** A PNG as a data URL: black where something is, white elsewhere. */
  silhouette(layers?: LayerId[]): string;
  /** What stands behind `#` in the address of what is shown. */
  address(): string;
  /** A PNG of what is shown with its names, as a data URL; `width` in pixels. */
  picture(width?: number): string;
  /** A GIF while the camera goes around or joints move, in base64. */
  gif(recording: Recording): Promise<string>;
  /** The same as a video, WebM in base64. */
  webm(recording: Recording): Promise<string>;
  stats(): Record<string, number>;
  /** Pairs of names of links whose collision shapes overlap where they are now. */
  overlaps(document?: number): [string, string][];
  /** Whether all that was asked for is drawn, with all pixels. */
  resting(): boolean;
  /** Draws `frames` frames one after the other; frames a second. */
  pace(frames?: number): Promise<number>;
  notes(): readonly string[];
}

export function pageInterface(app: App, ready: Promise<void>): PageInterface {
  return {
    ready,
    pose(link, document = 0) {
      const view = app.views[document];
      const index = view.linkNamed(link);
      return index < 0 ? null : matrix4(view.placed.exact[index]);
    },
    set: (values) => app.set(new Map(Object.entries(values))),
    values(document = 0) {
      const { doc, configuration } = app.views[document];
      return Object.fromEntries(doc.coordinates.map(({ name }, i) => [name, configuration.values[i]]));
    },
    reset: () => app.reset(),
    project(link, point = [0, 0, 0], document = 0) {
      const view = app.views[document];
      const { canvas, camera } = app.stage;
      camera.updateMatrixWorld();
      const at = new Vector3().fromArray(point).applyMatrix4(view.placed.matrices[view.linkNamed(link)]).project(camera);
      return [((at.x + 1) / 2) * canvas.clientWidth, ((1 - at.y) / 2) * canvas.clientHeight];
    },
    layers: (ids) => app.setLayers(ids),
    camera(matrix, options = {}) {
      const rows = new Matrix4().fromArray(matrix).transpose();
      app.stage.fix(rows, options);
    },
    look(position, target, up, fov) {
      const at = new Vector3().fromArray(position);
      const pose = new Matrix4().lookAt(at, new Vector3().fromArray(target), new Vector3().fromArray(up)).setPosition(at);
      app.stage.fix(pose, { fov: (fov * 180) / Math.PI });
    },
    eye() {
      const { camera, controls } = app.stage;
      return { position: camera.position.toArray(), target: controls.target.toArray() };
    },
    select(link, document = 0) {
      const index = app.views[document].linkNamed(link);
      app.select(index < 0 ? null : { doc: document, target: { kind: "link", link: index } });
    },
    selected() {
      const selected = app.selectedLink();
      return selected === null ? null : app.views[selected.doc].doc.links[selected.link].name;
    },
    silhouette: (layers) => silhouette(app, layers),
    address: () => addressOf(app, ""),
    picture: (width) => picture(app, width).toDataURL("image/png"),
    gif: async (recording) => toBase64(await recorded(app, recording)),
    webm: async (recording) => toBase64(await filmed(app, recording)),
    stats: () => stats(app),
    overlaps(document = 0) {
      const { doc, overlaps } = app.views[document];
      overlaps.update();
      return overlaps.found.map(([a, b]) => [doc.links[a].name, doc.links[b].name]);
    },
    resting: () => app.stage.resting,
    async pace(frames = 40) {
      const { stage } = app;
      const next = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      let last = await next();
      const start = last;
      for (let i = 0; i < frames; i++) {
        stage.orbit(0.03, 0, 1);
        last = await next();
      }
      return (frames * 1000) / (last - start);
    },
    notes,
  };
}
