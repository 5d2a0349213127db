import { expect, test } from "vitest";
import { watchStatements } from "#db/testing.ts";
import { makeManyRuns } from "#db/testing/many-runs.ts";
import { isServiceError } from "../../errors.ts";
import { trainingRounds } from "../failures/rounds.ts";
import { pickCells } from "../variance/pick-cells.ts";
import { getRun } from "../runs/get.ts";
import { makeWorld } from "../testing.ts";
import { experimentAnswers } from "./answers.ts";
import { criteriaTable } from "./criteria.ts";
import { ablationTable, tableNow } from "./table.ts";

const { ctx } = makeWorld();
// Five configurations of so many seeds.
const { runIds } = makeManyRuns(ctx.db, { runs: 2500, metrics: 2, seed: 1, seeds: 500 });
const { id } = ctx.db.$client.prepare("select id from experiments").get() as { id: string };

function codeOf(work: () => unknown): string {
  try {
    work();
    return "answered";
  } catch (error) {
    return isServiceError(error) ? error.code : String(error);
  }
}

test("an experiment of more runs than one answer may hold is refused before any is read, and leaves the list its other answers", async () => {
  const bands = () => pickCells(ctx, { runIds: [], experimentId: id, wholeCells: false });
  for (const work of [ablationTable, criteriaTable, trainingRounds, bands]) {
    const { rows } = watchStatements(ctx.db, () => expect(codeOf(() => work(ctx, id))).toBe("too_large"));
    expect(rows).toBeLessThan(5);
  }
  const { answers, unread } = await experimentAnswers(ctx, { project: null, archived: false });
  expect(answers[id].words).toContain("too many runs");
  expect(unread).toBe(0);
});

test("a run is read without the other runs of its experiment", () => {
  expect(watchStatements(ctx.db, () => void getRun(ctx, runIds[1200])).rows).toBeLessThan(100);
});

test("a table gives way for every run and every configuration", () => {
  const few = makeWorld().ctx;
  makeManyRuns(few.db, { runs: 60, metrics: 2, seed: 1, seeds: 12 });
  const work = tableNow(
    few,
    (few.db.$client.prepare("select id from experiments").get() as { id: string }).id,
  );
  let pauses = 0;
  while (!work.next().done) pauses += 1;
  expect(pauses).toBeGreaterThan(60 * 0.8 + 2 * 5);
});
