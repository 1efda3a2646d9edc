/** Files and folders that are dropped on a page, or chosen where nothing can be dropped. */

export interface Dropped {
  /** Below what was dropped, with slashes. */
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Takes what is dropped anywhere on the page; `over` says whether something is held over it. */
export function takeDrops(over: (on: boolean) => void, take: (files: Dropped[]) => void, failed: (reason: string) => void): void {
  const holds = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;
  addEventListener("dragover", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    over(true);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) over(false);
  });
  addEventListener("drop", (event) => {
    over(false);
    if (!holds(event) || event.dataTransfer === null) return;
    event.preventDefault();
    collected(event.dataTransfer).then(take, (error: unknown) => failed(error instanceof Error ? error.message : String(error)));
  });
}

/** The files of a field. */
export async function filesOf(list: FileList): Promise<Dropped[]> {
  return Promise.all([...list].map((file) => readFile(file, file.webkitRelativePath || file.name)));
}

async function readFile(file: File, path: string): Promise<Dropped> {
  return { path, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** What a drop holds has to be asked for at once; its folders are read after that. */
async function collected(data: DataTransfer): Promise<Dropped[]> {
  const entries = [...data.items].map((item) => (item.kind === "file" ? item.webkitGetAsEntry() : null));
  const list = data.files;
  if (entries.every((entry) => entry === null)) return filesOf(list);
  const found: Dropped[] = [];
  for (const entry of entries) if (entry !== null) await walk(entry, found);
  return found;
}

async function walk(entry: FileSystemEntry, found: Dropped[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push(await readFile(file, entry.fullPath.replace(/^\//, "")));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)); // by hundreds
    if (some.length === 0) return;
    for (const one of some) await walk(one, found);
  }
}
