import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { makeManyRuns } from "#db/testing/many-runs.ts";
import { ImportanceInput, RunValuesInput } from "../../contracts/charts/run-values.ts";
import { CurveRunsInput } from "../../contracts/charts/curves.ts";
import { RunChecksInput, RunColumnsInput, RunTableInput } from "../../contracts/run-table.ts";
import type { QUESTIONS } from "./questions.ts";
import { createReader } from "./reader.ts";

const folder = mkdtempSync(join(tmpdir(), "ablab-reader-"));
const db = openDb(join(folder, "ablab.db"));
migrate(db, { now: 0, backupDir: null });
makeManyRuns(db, { runs: 50_000, metrics: 20, seed: 1 });
const reader = createReader(db);
afterAll(() => {
  reader.close();
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const METRIC = "metric:reward/raw:last";
const sort = [{ column: METRIC, direction: "desc" }];
const table = { sort, columns: [METRIC, "metric:eval/rr:max", "param:learning_rate"] };

/** The heaviest of each question. */
const HEAVIEST: Record<keyof typeof QUESTIONS, unknown[]> = {
  "experiments.list": [undefined],
  "runs.table": [
    RunTableInput.parse(table),
    RunTableInput.parse({ ...table, group: "label", also: ["seed", "recipe"] }),
    RunTableInput.parse({ ...table, group: "experiment" }),
    RunTableInput.parse({ where: [{ column: METRIC, op: "gt", value: "0.5" }] }),
  ],
  "runs.cells": [RunTableInput.parse({ ...table, group: "label" })],
  "runs.shown": [RunChecksInput.parse({ group: "label" })],
  "runs.curves": [RunChecksInput.parse({})],
  "runs.columns": [RunColumnsInput.parse({})],
  "runs.matching": [RunTableInput.parse({})],
  "reading.page": [{ view: RunTableInput.parse({ sort }), offset: 40_000, limit: 200 }],
  "views.curves": [CurveRunsInput.parse({ runs: [] })],
  "views.values": [RunValuesInput.parse({ runs: [], columns: [METRIC] })],
  "views.importance": [ImportanceInput.parse({ runs: [], outcome: METRIC })],
};

test("of 50,000 runs every question is answered, or refused in a sentence, twenty of them at once, and none ends the thread", async () => {
  const asked = Object.entries(HEAVIEST).flatMap(([name, inputs]) =>
    inputs.map((input) => ({ name, input })),
  );
  const told = await Promise.all(
    [...asked, ...asked].map(({ name, input }) =>
      reader.ask(name, input).then(
        () => "answered",
        (error: { code?: string; message: string }) => error.code ?? error.message,
      ),
    ),
  );
  expect(new Set(told)).toEqual(new Set(["answered"]));
});
