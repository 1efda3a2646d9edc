/** Moves joints through their ranges, one after the other, until something else is asked for. */

import type { App } from "./app.ts";
import { swept } from "./recording.ts";

const MILLISECONDS = 3200;

export class Sweeping {
  /** The row that moves now. */
  row: number | null = null;
  private frame = 0;

  constructor(
    private readonly app: App,
    private readonly changed: () => void,
  ) {}

  start(rows: readonly number[]): void {
    this.stop();
    const left = [...rows];
    const next = (): void => {
      const row = left.shift();
      if (row === undefined) {
        this.stop();
        return;
      }
      this.row = row;
      this.changed();
      const from = this.app.valueOf(this.app.rows[row]);
      let start: number | null = null;
      const step = (now: number): void => {
        start ??= now;
        const part = Math.min((now - start) / MILLISECONDS, 1);
        this.app.move(new Map([[row, part === 1 ? from : swept(this.app, row, from, part)]]));
        if (part === 1) next();
        else this.frame = requestAnimationFrame(step);
      };
      this.frame = requestAnimationFrame(step);
    };
    next();
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    if (this.row === null) return;
    this.row = null;
    this.changed();
  }
}
