import { doAtOnce } from "../series/sliced.ts";
import { describe, expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectFinalEvaluation } from "#db/queries/inputs.ts";
import { selectNewestPublication } from "#db/queries/reports.ts";
import { textOf } from "../../contracts/reports/report-tree.ts";
import { deleteRun } from "../runs/delete.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { checkedStates } from "./states.ts";
import { HASHES, page, publish, reportWorld, type ReportWorld } from "./testing.ts";

const number = (what: string) => `{{number ${what}}}`;

/** One query a line, each of other data. */
function manyQueries({ experimentId: e, runs }: ReportWorld): string[] {
  const base = runs.find((r) => r.label === "baseline" && r.seed === 0)?.id;
  const other = runs.find((r) => r.label === "no_kl" && r.seed === 0)?.id;
  return [
    number(`metric: eval/rr_at_5; experiment: ${e}; config: baseline`),
    number(`metric: eval/rr_at_5; experiment: ${e}; config: no_kl`),
    number(`metric: eval/rr_at_5; experiment: ${e}; config: no_kl; difference: baseline`),
    number(`metric: eval/rr; experiment: ${e}; config: baseline`),
    number(`metric: eval/da; experiment: ${e}; config: baseline`),
    number(`metric: eval/rr_at_5; run: ${base}`),
    number(`metric: eval/rr_at_5; run: ${base}; at: first`),
    number(`metric: eval/da; run: ${base}`),
    number(`metric: reward/raw; run: ${base}`),
    number(`metric: eval/rr_at_5; run: ${other}`),
    `\`\`\`ablab ablation-table\nexperiment: ${e}\nmetrics: eval/rr_at_5\n\`\`\``,
    `\`\`\`ablab ablation-table\nexperiment: ${e}\nmetrics: eval/da\n\`\`\``,
    `\`\`\`ablab metric-chart\nexperiment: ${e}\nmetric: reward/raw\n\`\`\``,
    `\`\`\`ablab reward-variance\nexperiment: ${e}\n\`\`\``,
  ];
}

/** Places of the queries that no longer equal what was published. */
function drifted(world: ReportWorld, id: string): number[] {
  const publication = selectNewestPublication(world.ctx.db, id);
  if (!publication) throw new Error("not published");
  return doAtOnce(checkedStates(world.ctx, publication, readMarkdown(publication.markdown)))
    .filter((s) => s.status !== "frozen")
    .map((s) => s.index);
}

function changeRow(
  world: ReportWorld,
  label: string,
  column: "steps" | "solved" | "da" | "op",
  value: number,
): void {
  const run = world.runs.find((r) => r.label === label && r.seed === 0);
  const evaluation = selectFinalEvaluation(world.ctx.db, run?.id ?? "");
  const changed = world.ctx.db.$client
    .prepare(`update evaluation_rows set ${column} = ? where evaluation_id = ? and problem_hash = ?`)
    .run(value, evaluation?.id, HASHES[0]);
  expect(changed.changes).toBe(1);
}

function published() {
  const world = reportWorld();
  const id = publish(world, manyQueries(world).join("\n\n"));
  return { world, id };
}

describe("one changed row turns exactly the numbers computed from it", () => {
  test("nothing has drifted while nothing has changed", () => {
    const { world, id } = published();
    expect(drifted(world, id)).toEqual([]);
    expect(page(world, id).counts).toEqual({ live: 0, frozen: 14, drifted: 0, gone: 0, errors: 0 });
  });

  test("steps of one problem of the baseline: RR@5 of its run, its mean, the difference and the table", () => {
    const { world, id } = published();
    changeRow(world, "baseline", "steps", 9);
    expect(drifted(world, id)).toEqual([0, 2, 5, 10]);
  });

  test("a row that is solved no more touches RR too", () => {
    const { world, id } = published();
    changeRow(world, "baseline", "solved", 0);
    expect(drifted(world, id)).toEqual([0, 2, 3, 5, 10]);
  });

  test("a diagnosis touches DA and nothing else", () => {
    const { world, id } = published();
    changeRow(world, "baseline", "da", 0.9);
    expect(drifted(world, id)).toEqual([4, 7, 11]);
  });

  test("optimality is in no query, so nothing drifts", () => {
    const { world, id } = published();
    changeRow(world, "baseline", "op", 0.1);
    expect(drifted(world, id)).toEqual([]);
  });

  test("a row of the other configuration leaves the baseline's own numbers", () => {
    const { world, id } = published();
    changeRow(world, "no_kl", "steps", 9);
    expect(drifted(world, id)).toEqual([1, 2, 9, 10]);
  });

  test("a training point touches the training reward and its curve", () => {
    const { world, id } = published();
    const run = world.runs.find((r) => r.label === "baseline" && r.seed === 0);
    const { db } = world.ctx;
    const [attempt] = selectLatestAttempts(db, [run?.id ?? ""]);
    db.$client.prepare("delete from sealed_attempts where attempt_id = ?").run(attempt.id);
    const changed = { x: Float64Array.of(12), value: Float64Array.of(9), at: Float64Array.of(0) };
    const columns = [{ metric: "reward/raw", axis: "step", ...changed }];
    pointStore(db).append([{ attemptId: attempt.id, source: "events", firstSeq: null, columns }]);
    expect(drifted(world, id)).toEqual([8, 12]);
  });
});

test("a drifted number shows what was published and what it is now; one whose value is the same says only that its data changed", () => {
  const world = reportWorld();
  const run = world.runs.find((r) => r.label === "baseline" && r.seed === 0)?.id;
  const id = publish(world, `RR@5 ${number(`metric: eval/rr_at_5; run: ${run}; show: value`)}.`);
  changeRow(world, "baseline", "steps", 4);
  expect(page(world, id).tree.map(textOf).join("")).toContain("still gives this value");
  changeRow(world, "baseline", "steps", 9);
  const text = page(world, id).tree.map(textOf).join("");
  expect(text).toContain("It read 50\u202f%");
  expect(text).toMatch(/published 50\u202f% now 48\u202f%/);
});

test("when a run is deleted its numbers stay with what they were and say that the source is gone; the others stay frozen", () => {
  const { world, id } = published();
  const before = page(world, id);
  const run = world.runs.find((r) => r.label === "no_kl" && r.seed === 0);
  const deletion = deleteRun(world.ctx, run?.id ?? "");
  expect(deletion.reports).toEqual([{ id, title: "A claim" }]);
  const after = page(world, id);
  expect(after.counts).toMatchObject({ errors: 0, drifted: 0, frozen: 7 });
  const text = after.tree.map(textOf).join("\n");
  expect(text).toContain(`Deleted since: ${run?.name}.`);
  expect(before.counts.frozen).toBe(14);
  expect(page(world, id, "draft").counts.errors).toBe(1);
});
