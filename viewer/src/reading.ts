/** The scene out of its text. */

import type { SceneFile } from "./format.ts";

export function requireScene(text: string): SceneFile {
  const scene = JSON.parse(text) as Partial<SceneFile> | null;
  if (scene?.format !== "bodyplan-scene") throw new Error("this is no scene of bodyplan");
  if ((scene.version as number) !== 1) throw new Error(`scenes of version ${scene.version ?? "?"} are not known here`);
  if (!Array.isArray(scene.documents) || scene.documents.length === 0) throw new Error("the scene has no document");
  return scene as SceneFile;
}
