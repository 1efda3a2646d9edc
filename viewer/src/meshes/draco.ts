/** Meshes whose surfaces Draco packed, back to the files that they were. */

interface Shape {
  num_faces(): number;
  num_points(): number;
}

interface Decoder {
  DecodeArrayToMesh(bytes: Int8Array, length: number, shape: Shape): { ok(): boolean; error_msg(): string };
  GetAttributeId(shape: Shape, kind: number): number;
  GetAttribute(shape: Shape, id: number): { num_components(): number };
  GetAttributeDataArrayForAllPoints(shape: Shape, attribute: object, type: number, size: number, at: number): boolean;
  GetTrianglesUInt32Array(shape: Shape, size: number, at: number): boolean;
}

/** What Draco's decoder has, as far as it is used. */
export interface Draco {
  Decoder: new () => Decoder;
  Mesh: new () => Shape;
  POSITION: number;
  NORMAL: number;
  TEX_COORD: number;
  DT_FLOAT32: number;
  HEAPF32: Float32Array;
  _malloc(size: number): number;
  _free(at: number): void;
  destroy(object: object): void;
}

export type DracoMaker = (options: { wasmBinary: ArrayBuffer }) => Promise<Draco>;

interface Surface {
  corners: Uint32Array;
  positions: Float32Array;
  normals: Float32Array;
  places: Float32Array;
}

const NONE = new Float32Array();

/** The file; what is in `rest` stands around holes, `KIND:FIRST:LAST` between two zeros, of blocks by their numbers. */
export function rebuilt(format: string | null, rest: ArrayBuffer, blocks: readonly ArrayBuffer[], draco: Draco): ArrayBuffer {
  const surfaces = blocks.map((block) => decoded(block, draco));
  if (format === "stl") return stl(surfaces[0]);
  const parts = new TextDecoder().decode(rest).split("\0");
  const text = parts.map((part, i) => (i % 2 === 0 ? part : filling(part, surfaces))).join("");
  return new TextEncoder().encode(text).buffer;
}

function decoded(block: ArrayBuffer, draco: Draco): Surface {
  const decoder = new draco.Decoder();
  const shape = new draco.Mesh();
  try {
    const status = decoder.DecodeArrayToMesh(new Int8Array(block), block.byteLength, shape);
    if (!status.ok()) throw new Error(`it cannot be unpacked: ${status.error_msg()}`);
    const read = (kind: number): Float32Array => {
      const id = decoder.GetAttributeId(shape, kind);
      if (id < 0) return NONE;
      const attribute = decoder.GetAttribute(shape, id);
      return taken(draco, shape.num_points() * attribute.num_components(), (size, at) => {
        decoder.GetAttributeDataArrayForAllPoints(shape, attribute, draco.DT_FLOAT32, size, at);
      });
    };
    const corners = taken(draco, shape.num_faces() * 3, (size, at) => decoder.GetTrianglesUInt32Array(shape, size, at));
    return {
      corners: new Uint32Array(corners.buffer),
      positions: read(draco.POSITION),
      normals: read(draco.NORMAL),
      places: read(draco.TEX_COORD),
    };
  } finally {
    draco.destroy(shape);
    draco.destroy(decoder);
  }
}

/** Numbers of four bytes that `fill` writes into the decoder's memory. */
function taken(draco: Draco, count: number, fill: (size: number, at: number) => void): Float32Array {
  const at = draco._malloc(count * 4);
  fill(count * 4, at);
  const found = new Float32Array(draco.HEAPF32.buffer, at, count).slice();
  draco._free(at);
  return found;
}

/** A binary file of facets without normals, which follow from their corners. */
function stl({ corners, positions }: Surface): ArrayBuffer {
  const count = corners.length / 3;
  const file = new DataView(new ArrayBuffer(84 + count * 50));
  file.setUint32(80, count, true);
  for (let facet = 0; facet < count; facet++) {
    for (let k = 0; k < 9; k++) {
      const value = positions[corners[facet * 3 + Math.floor(k / 3)] * 3 + (k % 3)];
      file.setFloat32(84 + facet * 50 + 12 + k * 4, value, true);
    }
  }
  return file.buffer;
}

function filling(hole: string, surfaces: readonly Surface[]): string {
  const [kind, first, last] = hole.split(":");
  const own = surfaces[Number(last)];
  const before = surfaces.slice(Number(first), Number(last));
  switch (kind) {
    case "COUNT":
      return String(own.corners.length / 3);
    case "VERTEX":
      return [...before, own].map(({ positions }) => positions.join(" ")).join(" ");
    case "NORMAL":
      return own.normals.join(" ");
    case "TEXCOORD":
      return own.places.join(" ");
    default: {
      const start = before.reduce((sum, { positions }) => sum + positions.length / 3, 0);
      const numbers: number[] = [];
      for (const corner of own.corners) {
        numbers.push(start + corner);
        if (kind === "CORNERS") numbers.push(corner);
      }
      return numbers.join(" ");
    }
  }
}
