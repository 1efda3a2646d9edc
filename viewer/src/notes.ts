/** What libraries have to say about files that they read. It comes here in place of the browser's console (build.mjs). */

const LIMIT = 200;
const said: string[] = [];

function note(...parts: unknown[]): void {
  if (said.length >= LIMIT) return;
  const text = parts.map((part) => (part instanceof Error ? part.message : String(part))).join(" ");
  if (text.includes("Z-UP coordinate system")) return; // said of every second robot, and undone in meshes/parsing.ts
  said.push(text.replace(/^THREE\.\w+: /, "").slice(0, 300));
}

function drop(): void {
  // what is only of use to those who work on a library
}

export { note as consoleWarn, note as consoleError, drop as consoleDebug, drop as consoleLog };

export function notes(): readonly string[] {
  return said;
}

/** What was said while `action` ran. */
export function listening<T>(action: () => T): { result: T; heard: string[] } {
  const before = said.length;
  const result = action();
  return { result, heard: said.slice(before) };
}
