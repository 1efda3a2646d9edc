/**
 * For tests, under node: reads `{"doc": Doc, "configurations": [[…], …], "solve": bool}` on standard input, writes for each
 * configuration the values that hold then and the pose of every link as rows of four.
 */

import { readFileSync } from "node:fs";
import type { Doc } from "../format.ts";
import { Configuration } from "./configuration.ts";
import { matrix4 } from "./rigid.ts";
import { Tree } from "./tree.ts";

interface Task {
  doc: Doc;
  configurations: number[][];
  solve?: boolean;
}

const task = JSON.parse(readFileSync(0, "utf8")) as Task;
const tree = new Tree(task.doc);
const answers = task.configurations.map((values) => {
  if (!task.solve) return { values, open: 0, poses: tree.poses(values).map(matrix4) };
  const configuration = new Configuration(task.doc);
  const free = values.map((value, i) => [i, value] as const).filter(([i]) => !configuration.isFollower(i));
  configuration.move(new Map(free));
  return { values: [...configuration.values], open: configuration.open, poses: configuration.poses().map(matrix4) };
});
process.stdout.write(JSON.stringify(answers));
