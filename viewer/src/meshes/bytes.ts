/** The bytes of a mesh: embedded in the page, or beside it on the server of a live view. */

import type { Mesh } from "../format.ts";
import { type Draco, type DracoMaker, rebuilt } from "./draco.ts";

export async function bytesOf(mesh: Mesh, live: boolean): Promise<ArrayBuffer> {
  if (mesh.data !== null) {
    const bytes = fromBase64(mesh.data);
    if (mesh.packed === undefined) return bytes;
    const file = await unpacked(bytes);
    return mesh.packed === "draco" ? rebuilt(mesh.format, file, (mesh.blocks ?? []).map(fromBase64), await decoder()) : file;
  }
  if (mesh.href === null) throw new Error(mesh.missing ?? "there is no file");
  if (!live && location.protocol === "file:") throw new Error("not embedded in this page");
  const answer = await fetch(mesh.href);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.arrayBuffer();
}

let decoding: Promise<Draco> | null = null;

/** Of Draco, which is in pages that need it. */
function decoder(): Promise<Draco> {
  decoding ??= started();
  return decoding;
}

async function started(): Promise<Draco> {
  const program = document.getElementById("draco")?.textContent ?? "";
  const make = (globalThis as { DracoDecoderModule?: DracoMaker }).DracoDecoderModule;
  if (make === undefined) throw new Error("the page has no decoder for it");
  return make({ wasmBinary: await unpacked(fromBase64(program)) });
}

/** As zlib compresses. */
function unpacked(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

export function fromBase64(text: string): ArrayBuffer {
  const modern = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (modern.fromBase64 !== undefined) return modern.fromBase64(text).buffer;
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < characters.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes.buffer;
}
