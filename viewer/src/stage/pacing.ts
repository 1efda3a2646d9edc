/**
 * Fewer pixels while something moves and the machine is slow; all of them when it rests.
 *
 * Where the processor draws there is no antialiasing, and resting pictures have more pixels instead.
 */

import { SOFTWARE } from "./software.ts";

const SLOW = 28;
const LEAST = 0.5;
/** Nothing moves any more when there was no frame for that long, ms. */
const REST = 350;

export class Pacing {
  private scale = 1;
  private last = 0;
  private intervals: number[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the last frame, so that what it waits for is not done when there was another. */
  private number = 0;
  /** When the last frame was done with and another could begin, which is long after it was given to the renderer. */
  private free = 0;
  /** Set for pictures, which are to be as good as can be. */
  exact = false;
  /** What is loading isn't at rest. */
  moving = SOFTWARE;

  ratio(): number {
    const whole = Math.min(devicePixelRatio, 2);
    if (!this.moving || this.exact) return SOFTWARE ? Math.max(whole, 2) : whole;
    return whole * this.scale;
  }

  /** Forms have less detail while something moves and the processor draws. */
  get coarseness(): number {
    return this.moving && SOFTWARE && !this.exact ? 2.5 : 1;
  }

  /** Whether something moves and drawing is slow. */
  get hurried(): boolean {
    return this.moving && !this.exact && (SOFTWARE || this.scale < 1);
  }

  /** Told of each frame and of when it was asked for, ms; whether the number of pixels is to change. */
  frame(now: number, asked: number): boolean {
    clearTimeout(this.timer);
    this.number++;
    const interval = now - this.last;
    this.last = now;
    if (asked - this.free > REST && !this.moving) {
      this.intervals = [];
      return false;
    }
    const started = !this.moving && SOFTWARE;
    this.moving = true;
    this.intervals.push(interval);
    if (this.exact || this.intervals.length < 5) return started;
    const middle = this.intervals.sort((a, b) => a - b)[2];
    this.intervals = [];
    if (middle <= SLOW || this.scale <= LEAST) return started;
    this.scale = Math.max(LEAST, this.scale * Math.max(0.6, Math.sqrt(SLOW / middle)));
    return true;
  }

  /** Told after each frame: some time later, when there was no other, all pixels come back. */
  rest(redraw: () => void): void {
    const { number } = this;
    requestAnimationFrame(() => {
      this.free = performance.now();
      if (!this.moving || number !== this.number) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.scale = 1;
        this.moving = false;
        this.last = 0;
        this.intervals = [];
        redraw();
      }, REST);
    });
  }
}
