import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ClaimVerdict } from "../../contracts/claim-verdict.ts";
import { topics } from "../../contracts/live.ts";
import { createLiveBus } from "../../live/bus.ts";
import { commit } from "../context.ts";
import { externalWorld, tableOfValues, type ExternalWorld } from "../external/testing.ts";
import { getRun } from "../runs/get.ts";
import { experimentAnswers } from "./answers.ts";
import { changesSince, dismissChanges, readChangedVerdicts, verdictsOf } from "./changed-verdicts.ts";
import { getExperiment } from "./get.ts";
import { ablationTable } from "./table.ts";

const ALL = { archived: false };

function send(outside: ExternalWorld, config: string, seed: number, value: number): string {
  const key = `${config}-${seed}`;
  const { runId } = outside.open({ key, writer: key, name: key, config: { seed, method: config } });
  outside.verbs.log(runId, {
    writer: key,
    stream: "history",
    offset: 0,
    table: tableOfValues("test/accuracy", [value, value]),
  });
  outside.verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
  return runId;
}

/** An experiment of two configurations, one of which clearly differs, as a version before this one left it. */
async function before() {
  const outside = externalWorld();
  const { ctx } = outside.world;
  let last = "";
  for (const seed of [0, 1, 2, 3])
    for (const [config, base] of [
      ["base", 0.4],
      ["other", 0.6],
    ] as const)
      last = send(outside, config, seed, base + seed * 0.01);
  await experimentAnswers(ctx, ALL, Infinity);
  const { experimentId } = getRun(ctx, last).row;
  const { $client } = ctx.db;
  const set = (sql: string) => $client.prepare(`update summary_cache set code = 'before', ${sql}`).run();
  const next = { ...ctx, live: createLiveBus() };
  const verdict = () => {
    const { rows, columns } = ablationTable(next, experimentId);
    return rows.find(({ baseline }) => !baseline)?.difference[columns[0].metric].verdict;
  };
  return { outside, next, experimentId, set, verdict };
}

/** The verdict of the headline metric alone, as versions named it that kept no more than that. */
const ANSWERED = (verdict: string) =>
  `verdicts = (select json_object('', json_object(key, '${verdict}')) from json_each(verdicts, '$."test/accuracy"'))`;

test("a verdict that an upgrade changes is listed once, until it is dismissed", async () => {
  const { next, experimentId, set, verdict } = await before();
  set(ANSWERED("not_separable"));
  expect(verdict()).toBe("significant");
  const listed = getExperiment(next, experimentId).changed;
  expect(listed).toMatchObject({
    beforeAt: next.now(),
    changes: [{ before: "not_significant", now: "significant" }],
  });
  await experimentAnswers(next, ALL, Infinity);
  expect(readChangedVerdicts(next, experimentId)).toEqual(listed);
  dismissChanges(next, experimentId);
  verdict();
  await experimentAnswers({ ...next, live: createLiveBus() }, ALL, Infinity);
  expect(getExperiment(next, experimentId).changed).toBeNull();
});

test("a verdict that only has another name than before is none that changed", async () => {
  const { next, experimentId, set, verdict } = await before();
  set(ANSWERED("differs"));
  verdict();
  expect(readChangedVerdicts(next, experimentId)).toBeNull();
});

test("verdicts of every metric are kept, so that the next version can list what it says otherwise", async () => {
  const { next, experimentId, set, verdict } = await before();
  const { $client } = next.db;
  const kept = JSON.parse($client.prepare("select verdicts from summary_cache").pluck().get() as string);
  expect(kept).toEqual(verdictsOf(ablationTable(next, experimentId)));
  set("verdicts = replace(verdicts, '\"significant\"', '\"suggestive\"')");
  verdict();
  expect(readChangedVerdicts(next, experimentId)?.changes.map(({ before, now }) => [before, now])).toEqual([
    ["suggestive", "significant"],
  ]);
});

test("of two upgrades one after the other the first verdict is what it was before", async () => {
  const { next, experimentId, set, verdict } = await before();
  set(ANSWERED("not_separable"));
  verdict();
  await experimentAnswers(next, ALL, Infinity);
  set("verdicts = replace(verdicts, '\"significant\"', '\"suggestive\"')");
  verdict();
  expect(readChangedVerdicts(next, experimentId)).toMatchObject({
    beforeAt: next.now(),
    changes: [{ before: "not_significant", now: "significant" }],
  });
});

test("where a run came or goes on, a verdict changed by what was logged and not by the upgrade", async () => {
  const { outside, next, experimentId, set, verdict } = await before();
  set(ANSWERED("not_separable"));
  send(outside, "other", 4, 0.64);
  verdict();
  expect(readChangedVerdicts(next, experimentId)).toBeNull();
});

test("what a version before verdicts were kept said is taken over by the migration, by the first run of a configuration", async () => {
  const { next, experimentId, verdict } = await before();
  const { $client } = next.db;
  const folder = join(import.meta.dirname, "../../../db/migrations");
  const name = readdirSync(folder).find((file) => file.endsWith("_changed_verdicts.sql")) ?? "";
  const fill = readFileSync(join(folder, name), "utf8").split("--> statement-breakpoint").at(-1) ?? "";
  $client
    .prepare(
      "update summary_cache set code = 'before', answer = json_set(answer, '$.rows[0].verdict', 'differs_if_alike')",
    )
    .run();
  $client.prepare("update summary_cache set verdicts = null").run();
  // The table has another name since.
  $client.exec(fill.replaceAll("kept_answers", "summary_cache"));
  $client.prepare("update runs set label = label || ' renamed'").run();
  verdict();
  expect(readChangedVerdicts(next, experimentId)?.changes).toMatchObject([
    { before: "significant_if_equal_variances", now: "significant" },
  ]);
});

test("what this version does to runs by itself is no change of theirs, and an end that it notices is one", async () => {
  const { outside, next, experimentId, set, verdict } = await before();
  set(ANSWERED("not_separable"));
  const upkeep = { ...outside.world.ctx, actor: { kind: "system" as const, name: "upkeep" } };
  commit(upkeep, (scope) => scope.touch(topics.experiment(experimentId)));
  verdict();
  expect(readChangedVerdicts(next, experimentId)?.changes).toHaveLength(1);

  const other = await before();
  other.set(ANSWERED("not_separable"));
  other.next.db.$client.prepare("update attempts set ended_at = ended_at + 1").run();
  other.verdict();
  expect(readChangedVerdicts(other.next, other.experimentId)).toBeNull();
});

test("where nothing can be stored, the table is given all the same", async () => {
  const { next, experimentId, set, verdict } = await before();
  set(ANSWERED("not_separable"));
  next.db.$client.pragma("query_only = 1");
  expect(verdict()).toBe("significant");
  expect(readChangedVerdicts(next, experimentId)).toBeNull();
});

test("the list of an experiment that is not there is not dismissed", () => {
  const { ctx } = externalWorld().world;
  expect(() => dismissChanges(ctx, "exp_zzzzzzzzzzzzzzzz")).toThrow(/no experiment/);
});

test("what is no configuration any more, and the baseline, changed nothing", async () => {
  const { next, experimentId } = await before();
  const table = ablationTable(next, experimentId);
  const all = (verdict: ClaimVerdict) => ({
    [table.columns[0].metric]: {
      gone: verdict,
      ...Object.fromEntries(table.rows.flatMap(({ runIds }) => runIds.map((id) => [id, verdict]))),
    },
  });
  expect(changesSince(all("interim"), table)).toHaveLength(1);
  expect(changesSince({ gone: { gone: "interim" } }, table)).toEqual([]);
});
