/**
 * For tests, under node: reads `{"doc": Doc, "configurations": [[…], …], "solve": bool}` on standard input, writes for each
 * configuration the values that hold then and the pose of every link as rows of four. With `"goals": [Goal, …]` and one configuration
 * it writes for each goal the values that reach it from there, and by how much it is missed.
 */

import { readFileSync } from "node:fs";
import type { Doc } from "../format.ts";
import { Configuration } from "./configuration.ts";
import { type Goal, InverseKinematics } from "./inverse.ts";
import { matrix4 } from "./rigid.ts";
import { Tree } from "./tree.ts";

interface Task {
  doc: Doc;
  configurations: number[][];
  solve?: boolean;
  goals?: Goal[];
}

const task = JSON.parse(readFileSync(0, "utf8")) as Task;
const tree = new Tree(task.doc);
const inverse = new InverseKinematics(task.doc);
const reached = (task.goals ?? []).map((goal) => {
  const { coordinates } = task.doc;
  const configuration = new Configuration(task.doc);
  configuration.move(new Map(task.configurations[0].entries()));
  const { values, missed } = inverse.solve(configuration.values, goal, inverse.chain(goal.link), (index) => coordinates[index]);
  configuration.move(values);
  return { values: [...configuration.values], missed };
});
const answers = task.configurations.map((values) => {
  if (!task.solve) return { values, open: 0, poses: tree.poses(values).map(matrix4) };
  const configuration = new Configuration(task.doc);
  const free = values.map((value, i) => [i, value] as const).filter(([i]) => !configuration.isFollower(i));
  configuration.move(new Map(free));
  return { values: [...configuration.values], open: configuration.open, poses: configuration.poses().map(matrix4) };
});
process.stdout.write(JSON.stringify(task.goals === undefined ? answers : reached));
