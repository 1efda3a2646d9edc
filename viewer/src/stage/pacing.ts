/** Fewer pixels while something moves and the machine is slow; all of them when it rests. */

const SLOW = 28;
const LEAST = 0.5;

export class Pacing {
  private scale = 1;
  private last = 0;
  private intervals: number[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Set for pictures, whose size is to be just what was asked for. */
  exact = false;

  ratio(): number {
    return this.exact ? 1 : Math.min(devicePixelRatio, 2) * this.scale;
  }

  /** Told of each frame, ms; whether the number of pixels is to change. */
  frame(now: number): boolean {
    clearTimeout(this.timer);
    const interval = now - this.last;
    this.last = now;
    if (interval > 400) {
      this.intervals = [];
      return false;
    }
    this.intervals.push(interval);
    if (this.exact || this.intervals.length < 5) return false;
    const middle = this.intervals.sort((a, b) => a - b)[2];
    this.intervals = [];
    if (middle <= SLOW || this.scale <= LEAST) return false;
    this.scale = Math.max(LEAST, this.scale * Math.max(0.6, Math.sqrt(SLOW / middle)));
    return true;
  }

  /** Told after each frame: some time later, when there was no other, all pixels come back. */
  rest(redraw: () => void): void {
    clearTimeout(this.timer);
    if (this.scale === 1) return;
    this.timer = setTimeout(() => {
      this.scale = 1;
      this.intervals = [];
      redraw();
    }, 350);
  }
}
