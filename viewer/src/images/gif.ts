/** Moving pictures as GIF: one palette for all frames, of which each after the first has what changes. */

import { binOf, Palette } from "./palette.ts";

const MOST_COLORS = 255;
/** The colour of what stays as it was. */
const KEPT = 255;
const HASHES = 1 << 14;
const MOST_CODES = 4096;

/** Pixels are four bytes each; `delay` is the time for which each frame stands, s. */
export function gifOf(frames: readonly Uint8ClampedArray[], width: number, height: number, delay: number): Uint8Array {
  const palette = new Palette();
  for (const frame of frames) palette.add(frame);
  palette.settle(MOST_COLORS);
  const out = new Bytes();
  out.text("GIF89a");
  out.short(width);
  out.short(height);
  out.put(0xf7, 0, 0); // 256 colours for all frames
  const table = new Uint8Array(768);
  table.set(palette.colors);
  out.all(table);
  out.put(0x21, 0xff, 11);
  out.text("NETSCAPE2.0");
  out.put(3, 1, 0, 0, 0); // again and again
  let before: Uint8Array | null = null;
  for (const frame of frames) {
    const now = indexed(frame, palette);
    const drawn = before === null ? now : changed(before, now);
    out.put(0x21, 0xf9, 4, before === null ? 0x04 : 0x05);
    out.short(Math.max(2, Math.round(delay * 100)));
    out.put(KEPT, 0, 0x2c);
    for (const number of [0, 0, width, height]) out.short(number);
    out.put(0);
    compress(drawn, out);
    before = now;
  }
  out.put(0x3b);
  return out.done();
}

function indexed(pixels: Uint8ClampedArray, palette: Palette): Uint8Array {
  const indices = new Uint8Array(pixels.length / 4);
  for (let i = 0; i < indices.length; i++) {
    indices[i] = palette.indices[binOf(pixels[i * 4], pixels[i * 4 + 1], pixels[i * 4 + 2])];
  }
  return indices;
}

function changed(before: Uint8Array, now: Uint8Array): Uint8Array {
  return now.map((index, i) => (index === before[i] ? KEPT : index));
}

/** The variable-length codes of Lempel, Ziv and Welch, in blocks. */
function compress(indices: Uint8Array, out: Bytes): void {
  out.put(8);
  const clear = 256;
  const keys = new Int32Array(HASHES).fill(-1);
  const codes = new Int32Array(HASHES);
  const block = new Uint8Array(255);
  let [filled, bits, held, width, next] = [0, 0, 0, 9, clear + 2];
  const flush = (): void => {
    out.put(filled);
    out.all(block.subarray(0, filled));
    filled = 0;
  };
  const write = (code: number): void => {
    held |= code << bits;
    bits += width;
    while (bits >= 8) {
      block[filled++] = held & 255;
      if (filled === 255) flush();
      held >>>= 8;
      bits -= 8;
    }
  };
  write(clear);
  let prefix = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const key = (prefix << 8) | indices[i];
    let slot = (Math.imul(key, 0x9e3779b1) >>> 18) & (HASHES - 1);
    while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) & (HASHES - 1);
    if (keys[slot] === key) {
      prefix = codes[slot];
      continue;
    }
    write(prefix);
    prefix = indices[i];
    if (next === MOST_CODES) {
      write(clear);
      keys.fill(-1);
      width = 9;
      next = clear + 2;
      continue;
    }
    if (next === 1 << width) width++;
    keys[slot] = key;
    codes[slot] = next++;
  }
  write(prefix);
  if (next === 1 << width && width < 12) width++;
  write(clear + 1);
  if (bits > 0) block[filled++] = held & 255;
  if (filled > 0) flush();
  out.put(0);
}

/** Bytes that grow. */
class Bytes {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  put(...values: number[]): void {
    this.reserve(values.length);
    for (const value of values) this.bytes[this.length++] = value;
  }

  all(values: Uint8Array): void {
    this.reserve(values.length);
    this.bytes.set(values, this.length);
    this.length += values.length;
  }

  short(value: number): void {
    this.put(value & 255, value >> 8);
  }

  text(text: string): void {
    this.put(...Array.from(text, (letter) => letter.charCodeAt(0)));
  }

  done(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
