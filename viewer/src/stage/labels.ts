/** Names over the picture, on a canvas of their own: what would cover another label is left out. */

import { Vector3 } from "three";
import type { Label } from "../layers/layer.ts";
import type { Stage } from "./stage.ts";

const MOST = 160;
const FONT = "11.5px ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const HEIGHT = 15;
/** Between what is named and its name, pixels. */
const GAP = 9;
const MOST_LETTERS = 36;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export class Labels {
  private readonly context: CanvasRenderingContext2D | null;
  private readonly widths = new Map<string, number>();
  /** How many are shown. */
  shown = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly stage: Stage,
  ) {
    this.context = canvas.getContext("2d");
  }

  /** The canvas, where there is anything on it. */
  get picture(): HTMLCanvasElement | null {
    return this.canvas.hidden || this.shown === 0 ? null : this.canvas;
  }

  draw(labels: readonly Label[]): void {
    const context = this.context;
    if (context === null) return;
    // a canvas over the whole picture costs time even when it is empty
    this.canvas.hidden = labels.length === 0;
    if (labels.length === 0) {
      this.shown = 0;
      return;
    }
    const width = this.stage.canvas.clientWidth;
    const height = this.stage.canvas.clientHeight;
    const ratio = Math.min(devicePixelRatio, 2);
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.shown = 0;
    const style = getComputedStyle(this.canvas);
    const tones = {
      plain: style.getPropertyValue("--label"),
      quiet: style.getPropertyValue("--label-quiet"),
      missing: style.getPropertyValue("--label-missing"),
      strong: style.getPropertyValue("--accent"),
    };
    context.font = FONT;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = style.getPropertyValue("--halo");
    const taken = new Taken();
    for (const { label, x, y } of this.onScreen(labels, width, height)) {
      const text = shortened(label.text);
      let wide = this.widths.get(text);
      if (wide === undefined) {
        wide = context.measureText(text).width;
        this.widths.set(text, wide);
      }
      const left = x + GAP + wide > width && x - GAP - wide > 0 ? x - GAP - wide : x + GAP;
      if (!taken.take({ left: left - 3, top: y - HEIGHT / 2, right: left + wide + 3, bottom: y + HEIGHT / 2 })) continue;
      context.strokeText(text, left, y);
      context.fillStyle = tones[label.tone ?? "plain"];
      context.fillText(text, left, y);
      if (++this.shown >= MOST) break;
    }
  }

  /** Those before the camera, the most important and nearest first. */
  private onScreen(labels: readonly Label[], width: number, height: number): { label: Label; x: number; y: number }[] {
    const point = new Vector3();
    const found: { label: Label; x: number; y: number; depth: number }[] = [];
    for (const label of labels) {
      point.copy(label.at).project(this.stage.camera);
      if (!(Math.abs(point.x) < 1 && Math.abs(point.y) < 1 && point.z > -1 && point.z < 1)) continue;
      const x = ((point.x + 1) / 2) * width;
      const y = ((1 - point.y) / 2) * height;
      found.push({ label, x: Math.round(x), y: Math.round(y), depth: point.z });
    }
    return found.sort((a, b) => b.label.rank - a.label.rank || a.depth - b.depth);
  }
}

/** The end of a long text, which is what distinguishes paths of files. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= MOST_LETTERS) return line;
  const end = line.slice(-MOST_LETTERS);
  const cut = end.indexOf("/");
  return `…${cut >= 0 && cut < MOST_LETTERS - 8 ? end.slice(cut) : end}`;
}

/** What of the screen is covered, in cells, so that many labels cost little. */
class Taken {
  private readonly cells = new Map<number, Box[]>();

  take(box: Box): boolean {
    const keys: number[] = [];
    for (let row = Math.floor(box.top / 32); row <= Math.floor(box.bottom / 32); row++) {
      for (let column = Math.floor(box.left / 64); column <= Math.floor(box.right / 64); column++) {
        keys.push(row * 4096 + column);
      }
    }
    for (const key of keys) {
      const others = this.cells.get(key);
      if (others?.some((o) => o.left < box.right && box.left < o.right && o.top < box.bottom && box.top < o.bottom)) {
        return false;
      }
    }
    for (const key of keys) {
      const others = this.cells.get(key);
      if (others) others.push(box);
      else this.cells.set(key, [box]);
    }
    return true;
  }
}
