/** What a page asks the worker that has Python in it, and what it is answered: `cli/viewing/playground.py` does it. */

export interface Tasks {
  /** Takes files and says which of them are documents. */
  place: { files: { path: string; bytes: Uint8Array<ArrayBuffer> }[]; answer: { documents: string[]; problem: string } };
  /** Runs a call of the command line. */
  call: { words: string[]; answer: { status: number; out: string; err: string } };
  /** A zip file of all that was placed with a document. */
  pack: { document: string; answer: Uint8Array<ArrayBuffer> };
}

export type Request = { [K in keyof Tasks]: { id: number; task: K } & Omit<Tasks[K], "answer"> }[keyof Tasks];

export type Reply = { id: number; answer: unknown } | { id: number; error: string } | { status: string };
