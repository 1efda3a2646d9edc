/** Coordinates that follow others. */

import type { Coupling } from "../format.ts";

/** Couplings so ordered that what a leader itself follows is settled first; those of a circle keep their order. */
export function inOrder(couplings: readonly Coupling[]): Coupling[] {
  const byFollower = new Map<number, Coupling>();
  for (const coupling of couplings) byFollower.set(coupling.follower, coupling);
  const ordered: Coupling[] = [];
  const seen = new Set<Coupling>();
  for (const start of byFollower.values()) {
    const chain: Coupling[] = [];
    let next: Coupling | undefined = start;
    while (next !== undefined && !seen.has(next)) {
      seen.add(next);
      chain.push(next);
      next = byFollower.get(next.leader);
    }
    ordered.push(...chain.reverse());
  }
  return ordered;
}

/** Writes the followers' values into `q`. */
export function follow(ordered: readonly Coupling[], q: Float64Array): void {
  for (const { follower, leader, multiplier, offset } of ordered) q[follower] = multiplier * q[leader] + offset;
}
