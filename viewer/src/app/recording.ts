/** Pictures of what is shown, with its names: one, or many while the camera goes around or joints move. */

import { Quaternion } from "three";
import { gifOf } from "../images/gif.ts";
import { Film } from "../images/webm.ts";
import type { App } from "./app.ts";
import { spanOf } from "./coordinates.ts";

export interface Recording {
  /** Whether the camera goes around once, which it also does where no joint is moved. */
  turntable?: boolean;
  /** Joints that are moved, one after the other. */
  sweep?: readonly string[];
  /** Pixels across; the height is that of the picture. */
  width?: number;
  /** For a turn, or for each joint. */
  frames?: number;
  /** The time that these take, s. */
  seconds?: number;
}

const WIDTH = 640;
const FRAMES = 40;
/** Videos have more, since they cost less. */
const FILM_FRAMES = 100;
const SECONDS = 4;
/** Of all pictures together. */
const MOST_PIXELS = 150e6;

/** Hears which part is done. */
type Told = (part: number) => void;

/** What is behind the picture. */
function ground(app: App): string {
  const { background } = app.options;
  if (background !== null && background !== "transparent") return background;
  return getComputedStyle(document.documentElement).getPropertyValue("--ground").trim() || "#ffffff";
}

/** The picture as it is now; `width` in pixels, by default as many as the screen shows of it. */
export function picture(app: App, width?: number): HTMLCanvasElement {
  const { stage } = app;
  const { exact } = stage.pacing;
  stage.pacing.exact = true;
  stage.resize();
  stage.draw();
  const made = document.createElement("canvas");
  const { clientWidth, clientHeight } = stage.canvas;
  made.width = Math.max(1, Math.round(width ?? clientWidth * Math.min(devicePixelRatio, 2)));
  made.height = Math.max(1, Math.round((made.width * clientHeight) / Math.max(clientWidth, 1)));
  const context = made.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("this browser draws no pictures");
  context.fillStyle = ground(app);
  context.fillRect(0, 0, made.width, made.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(stage.canvas, 0, 0, made.width, made.height);
  const names = app.labels.picture;
  if (names !== null) context.drawImage(names, 0, 0, made.width, made.height);
  stage.pacing.exact = exact;
  stage.resize();
  return made;
}

/** A GIF. */
export async function recorded(app: App, recording: Recording, told: Told = () => undefined): Promise<Uint8Array> {
  const { width, frames, count } = sizes(recording, FRAMES);
  const taken: Uint8ClampedArray[] = [];
  let height = 1;
  for await (const made of pictures(app, recording, frames, told)) {
    height = made.height;
    if (width * height * count > MOST_PIXELS) throw new Error("that many pictures of that size are too many");
    const pixels = made.getContext("2d")?.getImageData(0, 0, width, height).data;
    if (pixels !== undefined) taken.push(pixels);
  }
  return gifOf(taken, width, height, (recording.seconds ?? SECONDS) / frames);
}

/** The same as a video, in WebM. */
export async function filmed(app: App, recording: Recording, told: Told = () => undefined): Promise<Uint8Array> {
  const { frames } = sizes(recording, FILM_FRAMES);
  let film: Film | null = null;
  try {
    for await (const made of pictures(app, recording, frames, told)) {
      film ??= await Film.begun(made.width, made.height, (recording.seconds ?? SECONDS) / frames);
      await film.add(made);
    }
    if (film === null) throw new Error("there is nothing to show");
    return await film.done();
  } finally {
    film?.drop();
  }
}

function sizes(recording: Recording, usual: number): { width: number; frames: number; count: number; turns: boolean } {
  const width = Math.round(Math.min(Math.max(recording.width ?? WIDTH, 16), 4096));
  const frames = Math.round(Math.min(Math.max(recording.frames ?? usual, 2), 600));
  const joints = recording.sweep?.length ?? 0;
  const turns = recording.turntable === true || joints === 0;
  return { width, frames, turns, count: frames * (joints + (turns ? 1 : 0)) };
}

/** One picture after the other; everything is where it was in the end. */
async function* pictures(app: App, recording: Recording, frames: number, told: Told): AsyncGenerator<HTMLCanvasElement, void> {
  const { width, turns, count } = sizes(recording, frames);
  const steps = movements(app, turns, recording.sweep ?? [], frames);
  let taken = 0;
  try {
    for (const step of steps) {
      step();
      yield picture(app, width);
      told(++taken / count);
      await new Promise((resolve) => setTimeout(resolve));
    }
  } finally {
    steps.return(undefined);
  }
}

type Steps = Generator<() => void, void>;

function* movements(app: App, turns: boolean, joints: readonly string[], frames: number): Steps {
  if (turns) yield* turntable(app, frames);
  if (joints.length > 0) yield* sweep(app, joints, frames);
}

/** Turns the camera about what it looks at; it is where it was in the end. */
function* turntable(app: App, frames: number): Steps {
  const { stage } = app;
  const pivot = stage.isFixed ? stage.extent.center.clone() : stage.controls.target.clone();
  const offset = stage.camera.position.clone().sub(pivot);
  const turned = stage.camera.quaternion.clone();
  const at = (angle: number): void => {
    const turn = new Quaternion().setFromAxisAngle(stage.up, angle);
    stage.camera.position.copy(offset).applyQuaternion(turn).add(pivot);
    stage.camera.quaternion.multiplyQuaternions(turn, turned);
  };
  try {
    for (let i = 0; i < frames; i++) yield () => at((i / frames) * 2 * Math.PI);
  } finally {
    at(0);
    stage.request();
  }
}

/** Moves joints through their ranges and back, one after the other. */
function* sweep(app: App, joints: readonly string[], frames: number): Steps {
  const rows = joints.map((name) => {
    const index = app.rows.findIndex((row) => row.names.includes(name) && !row.driven);
    if (index < 0) throw new Error(`there is no coordinate ${name} that can be moved`);
    return index;
  });
  const start = new Map(app.rows.map((row, i) => [i, app.valueOf(row)] as const));
  try {
    for (const index of rows) {
      const from = start.get(index) ?? 0;
      for (let i = 0; i < frames; i++) yield () => app.move(new Map([[index, swept(app, index, from, i / frames)]]));
      app.move(start);
    }
  } finally {
    app.move(start);
  }
}

/** Where a coordinate is that goes through its range and back to where it was, at a part of its way. */
export function swept(app: App, index: number, from: number, part: number): number {
  const [lower, upper] = spanOf(app.rows[index], from);
  const [middle, half] = [(lower + upper) / 2, (upper - lower) / 2];
  if (!(half > 0)) return from;
  const phase = Math.asin(Math.min(Math.max((from - middle) / half, -1), 1));
  return middle + half * Math.sin(phase + 2 * Math.PI * part);
}
