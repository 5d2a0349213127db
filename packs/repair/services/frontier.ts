import type { MeanOver } from "../contracts/diagnosis.ts";
import type { Frontier, FrontierInput, FrontierRow, Reached } from "../contracts/frontier.ts";
import { apartWords, whyApart } from "../../../server/checks/judge.ts";
import { meanOf } from "../../../server/stats/summary.ts";
import { diagnosisDefinition, diagnosisTitle } from "../wording/diagnosis.ts";
import type { ServiceContext } from "../../../server/services/context.ts";
import { type SeedFacts, seedFacts } from "../../../server/services/experiments/cell-values.ts";
import { type Cell, experimentCells } from "../../../server/services/experiments/cells.ts";

const [DA, STEPS, RR5] = ["eval/da", "eval/steps", "eval/rr_at_5"];
/** The value of the field `player` that is no player. */
const NO_PLAYER = "policy";
const KNOWING = new Set(["oracle", "diagnosing_oracle"]);

function reached(seeds: readonly SeedFacts[]): Reached[] {
  return seeds.flatMap((one) => {
    const [da, steps, rrAt5] = [one.value(DA), one.value(STEPS), one.value(RR5)];
    if (da === null || steps === null || rrAt5 === null) return [];
    return [{ seed: one.seed, runId: one.runId, da, steps, rrAt5 }];
  });
}

const meanOver = (seeds: readonly Reached[], of: (one: Reached) => number): MeanOver => ({
  n: seeds.length,
  value: meanOf(seeds.map(of)),
});

function playerOf({ runs: [{ params }] }: Cell): string | null {
  const { player } = params;
  return typeof player === "string" && player !== NO_PLAYER ? player : null;
}

/**
 * DA against steps and RR@5 of every configuration of an experiment, a dot per seed, with the players that learn nothing as the
 * scale. Whatever may not stand beside the baseline, by the rules on what a quantity is, is left out and said.
 */
export function diagnosisFrontier(ctx: ServiceContext, { id, ...choice }: FrontierInput): Frontier {
  const { cells } = experimentCells(ctx, id);
  const found = cells.map((cell) => {
    const facts = seedFacts(ctx, cell, choice);
    return { cell, facts, seeds: reached(facts) };
  });
  const base =
    found.find(({ cell, seeds }) => cell.baseline && seeds.length > 0) ??
    found.find((f) => f.seeds.length > 0);
  const side = ({ cell, facts }: (typeof found)[number]) => ({
    name: cell.config,
    of: facts.map((one) => one.recordOf(DA)),
  });
  const rows: FrontierRow[] = [];
  const leftOut: Frontier["leftOut"] = [];
  for (const one of found) {
    const { cell, seeds } = one;
    if (base === undefined || seeds.length === 0) {
      leftOut.push({ config: cell.config, why: "no finished run with DA, steps and RR@5" });
      continue;
    }
    const apart = one === base ? null : whyApart(DA, [side(base), side(one)]);
    if (apart !== null) {
      leftOut.push({ config: cell.config, why: apartWords(apart) });
      continue;
    }
    const player = playerOf(cell);
    rows.push({
      cell: cell.cell,
      config: cell.config,
      baseline: cell.baseline,
      place: cell.place,
      player,
      knowing: player !== null && KNOWING.has(player),
      seeds,
      da: meanOver(seeds, (s) => s.da),
      steps: meanOver(seeds, (s) => s.steps),
      rrAt5: meanOver(seeds, (s) => s.rrAt5),
    });
  }
  return { rows, leftOut, title: diagnosisTitle(choice), definition: diagnosisDefinition(choice) };
}
