/** What libraries have to say about files that they read. It comes here in place of the browser's console (build.mjs). */

const LIMIT = 200;
const said: string[] = [];

function note(...parts: unknown[]): void {
  if (said.length >= LIMIT) return;
  const text = parts.map((part) => (part instanceof Error ? part.message : String(part))).join(" ");
  said.push(text.replace(/^THREE\.\w+: /, "").slice(0, 300));
}

export { note as consoleWarn, note as consoleError, note as consoleDebug, note as consoleLog };

export function notes(): readonly string[] {
  return said;
}

/** What was said while `action` ran. */
export function listening<T>(action: () => T): { result: T; heard: string[] } {
  const before = said.length;
  const result = action();
  return { result, heard: said.slice(before) };
}
