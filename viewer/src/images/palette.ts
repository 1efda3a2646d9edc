/** The few colours that pictures are reduced to: boxes of colours are cut in two where they vary most. */

const BITS = 5;
const BINS = 1 << (3 * BITS);

interface Cut {
  bins: number[];
  /** What is won by cutting it: how much its colours vary, times how many pixels have them. */
  spread: number;
  channel: number;
  mean: number;
}

export function binOf(r: number, g: number, b: number): number {
  return ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
}

/** Counts colours, and gives each one of a few. */
export class Palette {
  private readonly counts = new Float64Array(BINS);
  private readonly sums = [new Float64Array(BINS), new Float64Array(BINS), new Float64Array(BINS)];
  /** Three bytes for each of its colours. */
  colors = new Uint8Array(0);
  /** Which colour each bin of colours has become. */
  readonly indices = new Uint8Array(BINS);

  /** Counts the pixels of a picture, four bytes each. */
  add(pixels: Uint8ClampedArray): void {
    for (let i = 0; i < pixels.length; i += 4) {
      const bin = binOf(pixels[i], pixels[i + 1], pixels[i + 2]);
      this.counts[bin]++;
      for (let k = 0; k < 3; k++) this.sums[k][bin] += pixels[i + k];
    }
  }

  /** Finds at most `most` colours for all that was counted. */
  settle(most: number): void {
    const all: number[] = [];
    for (let bin = 0; bin < BINS; bin++) if (this.counts[bin] > 0) all.push(bin);
    const boxes = [this.measured(all)];
    while (boxes.length < most) {
      let widest = 0;
      for (let i = 1; i < boxes.length; i++) if (boxes[i].spread > boxes[widest].spread) widest = i;
      const { bins, channel, mean, spread } = boxes[widest];
      if (spread <= 0) break;
      const low = bins.filter((bin) => this.value(bin, channel) <= mean);
      const high = bins.filter((bin) => this.value(bin, channel) > mean);
      if (low.length === 0 || high.length === 0) {
        boxes[widest].spread = 0;
        continue;
      }
      boxes.splice(widest, 1, this.measured(low), this.measured(high));
    }
    this.colors = new Uint8Array(boxes.length * 3);
    boxes.forEach(({ bins }, index) => {
      const count = bins.reduce((sum, bin) => sum + this.counts[bin], 0) || 1;
      for (let k = 0; k < 3; k++) {
        this.colors[index * 3 + k] = Math.round(bins.reduce((sum, bin) => sum + this.sums[k][bin], 0) / count);
      }
      for (const bin of bins) this.indices[bin] = index;
    });
  }

  private value(bin: number, channel: number): number {
    return this.sums[channel][bin] / this.counts[bin];
  }

  private measured(bins: number[]): Cut {
    let best: Cut = { bins, spread: 0, channel: 0, mean: 0 };
    for (let channel = 0; channel < 3; channel++) {
      let [count, sum, squares] = [0, 0, 0];
      for (const bin of bins) {
        // by the root, so that a large plain ground does not take the colours from what stands on it
        const weight = Math.sqrt(this.counts[bin]);
        const value = this.value(bin, channel);
        count += weight;
        sum += weight * value;
        squares += weight * value * value;
      }
      const mean = sum / count;
      const spread = squares - sum * mean;
      if (bins.length > 1 && spread > best.spread + 1e-9) best = { bins, spread, channel, mean };
    }
    return best;
  }
}
