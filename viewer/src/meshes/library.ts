/** Every mesh of a document, loaded once. */

import type { Doc } from "../format.ts";
import { listening } from "../notes.ts";
import { bytesOf } from "./bytes.ts";
import { parsed } from "./parsing.ts";
import { partsOf, type PartsOfMesh } from "./parts.ts";

export class Library {
  private readonly loading = new Map<number, Promise<PartsOfMesh>>();
  /** Why a mesh is not shown, by its index. */
  readonly broken = new Map<number, string>();
  /** What is odd about meshes that are shown, by their index. */
  readonly odd = new Map<number, string>();

  constructor(
    private readonly doc: Doc,
    private readonly live: boolean,
  ) {}

  /** Rejects, always with the same reason, where there is nothing to show. */
  get(index: number): Promise<PartsOfMesh> {
    let promise = this.loading.get(index);
    if (promise === undefined) {
      promise = this.load(index).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.broken.set(index, reason.slice(0, 300));
        throw error;
      });
      this.loading.set(index, promise);
    }
    return promise;
  }

  private async load(index: number): Promise<PartsOfMesh> {
    const mesh = this.doc.meshes[index] as Doc["meshes"][number] | undefined;
    if (mesh === undefined) throw new Error("there is no such mesh");
    if (mesh.missing !== null) throw new Error(mesh.missing);
    const bytes = await bytesOf(mesh, this.live);
    const { result, heard } = listening(() => parsed(mesh, bytes));
    const made = partsOf(await result);
    if (made.dropped > 0) heard.unshift(`${made.dropped} facets are left out: not all of their numbers are finite`);
    if (made.hidden > 0) heard.unshift(`${made.hidden} facets are left out: they lie over each other many times`);
    if (heard.length > 0) this.odd.set(index, heard[0]);
    return made;
  }
}
