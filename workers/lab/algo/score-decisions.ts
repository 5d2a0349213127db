import type { Policy } from "../nn/policy.ts";
import type { Decisions } from "./experience.ts";

export interface Visit {
  /** Called for every decision of the list in order; its `count` scores begin at `scoreOffset` of `policy.scores`. */
  decision(decision: number, scoreOffset: number, count: number): void;
  /** Called after the last decision of each pass through the network, with the number of rows that were in it. */
  pass?(rows: number): void;
}

/**
 * Sends the observations of `decisions` through the policy, as many per pass as fit, and visits each.
 * How they fall into passes changes no score: every row's result is its own.
 */
export function scoreDecisions(
  policy: Policy,
  experience: Decisions,
  decisions: readonly number[],
  visit: Visit,
  which: "current" | "reference" = "current",
): void {
  const { features: width, actions, maxRows } = policy.shape;
  let next = 0;
  while (next < decisions.length) {
    const from = next;
    let rows = 0;
    for (; next < decisions.length; next++) {
      const count = experience.rowCount[decisions[next]];
      if (rows + count > maxRows) break;
      const first = experience.firstRow[decisions[next]];
      policy.features.set(experience.features.subarray(first * width, (first + count) * width), rows * width);
      policy.mask.set(experience.mask.subarray(first * actions, (first + count) * actions), rows * actions);
      rows += count;
    }
    if (next === from) {
      const entities = experience.rowCount[decisions[from]];
      throw new RangeError(`A problem with ${entities} entities does not fit the policy's ${maxRows} rows.`);
    }
    policy.forward(rows, which);
    let offset = 0;
    for (let i = from; i < next; i++) {
      const count = experience.rowCount[decisions[i]] * actions;
      visit.decision(decisions[i], offset, count);
      offset += count;
    }
    visit.pass?.(rows);
  }
}
