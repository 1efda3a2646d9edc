/** Moving pictures as WebM, encoded by the browser itself: EBML (RFC 8794) around the frames, as Matroska (RFC 9559) has them. */

/** In the order of preference; each with its name in Matroska. */
const CODECS = [
  ["vp09.00.51.08", "V_VP9"],
  ["vp8", "V_VP8"],
] as const;
/** Bits for a pixel of a frame; edges of parts stay sharp. */
const BITS = 0.25;
/** Every so many-th frame is whole, and begins a cluster, s. */
const WHOLE = 2;

type Frame = { data: Uint8Array; time: number; key: boolean };

/** Whether this browser makes videos. */
export const FILMS = typeof VideoEncoder !== "undefined";

/** Takes one picture after the other, all of one size; `delay` is the time for which each stands, s. */
export class Film {
  private readonly frames: Frame[] = [];
  private taken = 0;
  private failure: Error | null = null;

  private constructor(
    private readonly encoder: VideoEncoder,
    private readonly codec: string,
    private readonly width: number,
    private readonly height: number,
    private readonly delay: number,
  ) {}

  static async begun(width: number, height: number, delay: number): Promise<Film> {
    if (!FILMS) throw new Error("this browser makes no videos");
    for (const [codec, name] of CODECS) {
      const config = { codec, width, height, bitrate: Math.ceil((width * height * BITS) / delay), framerate: 1 / delay };
      if ((await VideoEncoder.isConfigSupported(config)).supported !== true) continue;
      const encoder: VideoEncoder = new VideoEncoder({
        output: (chunk) => film.take(chunk),
        error: (error) => (film.failure = error),
      });
      const film: Film = new Film(encoder, name, width, height, delay);
      encoder.configure(config);
      return film;
    }
    throw new Error("this browser makes no videos");
  }

  /** Resolves when there is room for another one. */
  async add(picture: HTMLCanvasElement): Promise<void> {
    const duration = this.delay * 1e6;
    const frame = new VideoFrame(picture, { timestamp: Math.round(this.taken * duration), duration: Math.round(duration) });
    const whole = Math.max(1, Math.round(WHOLE / this.delay));
    this.encoder.encode(frame, { keyFrame: this.taken % whole === 0 });
    frame.close();
    this.taken++;
    while (this.encoder.encodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async done(): Promise<Uint8Array> {
    await this.encoder.flush();
    this.encoder.close();
    if (this.failure !== null) throw this.failure;
    return this.file();
  }

  /** Gives up. */
  drop(): void {
    if (this.encoder.state !== "closed") this.encoder.close();
  }

  private take(chunk: EncodedVideoChunk): void {
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    this.frames.push({ data, time: Math.round(chunk.timestamp / 1000), key: chunk.type === "key" });
  }

  private file(): Uint8Array {
    const head = element(
      0x1a45dfa3, // EBML
      element(0x4286, whole(1)), element(0x42f7, whole(1)), element(0x42f2, whole(4)), element(0x42f3, whole(8)),
      element(0x4282, text("webm")), element(0x4287, whole(2)), element(0x4285, whole(2)),
    );
    const info = element(
      0x1549a966,
      element(0x2ad7b1, whole(1_000_000)), // times are in ms
      element(0x4489, float(this.taken * this.delay * 1000)),
      element(0x4d80, text("bodyplan")), element(0x5741, text("bodyplan")),
    );
    const size = element(0xe0, element(0xb0, whole(this.width)), element(0xba, whole(this.height)));
    const track = [element(0xd7, whole(1)), element(0x73c5, whole(1)), element(0x83, whole(1)), element(0x9c, whole(0))];
    const tracks = element(0x1654ae6b, element(0xae, ...track, element(0x86, text(this.codec)), size));
    const clusters = this.clusters();
    let place = info.length + tracks.length;
    const points = clusters.map(({ time, bytes }) => {
      const at = element(0xb7, element(0xf7, whole(1)), element(0xf1, whole(place)));
      place += bytes.length;
      return element(0xbb, element(0xb3, whole(time)), at);
    });
    const cues = element(0x1c53bb6b, ...points); // where one may begin to play
    return joined([head, element(0x18538067, info, tracks, ...clusters.map(({ bytes }) => bytes), cues)]);
  }

  private clusters(): { time: number; bytes: Uint8Array }[] {
    const groups: Frame[][] = [];
    for (const frame of this.frames) {
      if (frame.key || groups.length === 0) groups.push([]);
      groups[groups.length - 1].push(frame);
    }
    return groups.map((group) => {
      const { time } = group[0];
      const blocks = group.map(({ data, time: at, key }) => {
        const after = at - time;
        return element(0xa3, Uint8Array.of(0x81, after >> 8, after & 255, key ? 0x80 : 0), data);
      });
      return { time, bytes: element(0x1f43b675, element(0xe7, whole(time)), ...blocks) };
    });
  }
}

/** An element of EBML: its name, its length in eight bytes, and what it holds. */
function element(name: number, ...parts: Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, BigInt(length));
  size.setUint8(0, 1);
  return joined([whole(name), new Uint8Array(size.buffer), ...parts]);
}

/** A number in as few bytes as it needs, the highest first. */
function whole(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

function float(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return new Uint8Array(view.buffer);
}

function text(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
