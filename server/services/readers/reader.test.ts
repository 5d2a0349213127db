import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { watchStatements } from "#db/testing.ts";
import { makeManyRuns } from "#db/testing/many-runs.ts";
import { RunTableInput } from "../../contracts/run-table.ts";
import { RunValuesInput } from "../../contracts/charts/run-values.ts";
import { sourceFiles } from "../../../source-files.ts";
import { aside } from "../aside.ts";
import type { Reader, ServiceContext } from "../context.ts";
import { runTable } from "../run-table/table.ts";
import { makeWorld } from "../testing.ts";
import { runValues } from "../views/run-values.ts";
import { QUESTIONS } from "./questions.ts";
import { createReader } from "./reader.ts";

const folder = mkdtempSync(join(tmpdir(), "ablab-reader-"));
const db = openDb(join(folder, "ablab.db"));
migrate(db, { now: 0, backupDir: null });
makeManyRuns(db, { runs: 2100, metrics: 3, seed: 1 });
const reader = createReader(db);
const alone: ServiceContext = { ...makeWorld().ctx, db };
const ctx: ServiceContext = { ...alone, reader };
afterAll(() => {
  reader.close();
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const COLUMNS = ["metric:reward/raw:last", "param:learning_rate"];

test("a question over many runs is answered by the thread as by whoever asks, and so is one that is refused", async () => {
  const asked = RunTableInput.parse({ sort: [{ column: COLUMNS[0], direction: "desc" }], columns: COLUMNS });
  expect(await runTable(ctx, asked)).toEqual(await runTable(alone, asked));
  const grouped = RunTableInput.parse({ group: "label", columns: COLUMNS });
  expect(await runTable(ctx, grouped)).toEqual(await runTable(alone, grouped));
  const none = RunTableInput.parse({ project: "nowhere" });
  const codeOf = (of: ServiceContext) => runTable(of, none).catch((error: { code: string }) => error.code);
  expect(await codeOf(ctx)).toEqual(await codeOf(alone));
});

const values = RunValuesInput.parse({ runs: [], columns: COLUMNS });
const askValues = (of: ServiceContext, signal?: AbortSignal) =>
  aside(of, { name: "views.values", work: runValues }, values, signal);

test("the server itself reads next to nothing for a question over many runs", () => {
  const told: Promise<unknown>[] = [];
  const { rows } = watchStatements(db, () => {
    for (const sort of COLUMNS)
      told.push(runTable(ctx, RunTableInput.parse({ sort: [{ column: sort, direction: "asc" }] })));
    told.push(askValues(ctx));
  });
  expect(rows).toBeLessThan(30);
  return Promise.all(told);
});

test("what was stored a moment ago is in the next answer", async () => {
  const before = await askValues(ctx);
  db.$client.exec("update runs set name = 'told anew' where rowid = (select max(rowid) from runs)");
  const after = await askValues(ctx);
  expect(after.runs.map(({ name }) => name)).toContain("told anew");
  expect(after.total).toBe(before.total);
});

test("the same question of many is worked out once, and who leaves gives the place up", async () => {
  const asked: string[] = [];
  const counting: Reader = {
    ...reader,
    ask: (name, input, signal) => {
      asked.push(name);
      return reader.ask(name, input, signal);
    },
  };
  const gone = new AbortController();
  const first = askValues({ ...ctx, reader: counting });
  const others = Array.from({ length: 70 }, () => askValues({ ...ctx, reader: counting }));
  const leaving = Array.from({ length: 60 }, (_, i) =>
    reader.ask("runs.matching", { limit: i }, gone.signal).catch((error: unknown) => error),
  );
  gone.abort(new Error("gone"));
  expect(await Promise.all(leaving)).toEqual(leaving.map(() => new Error("gone")));
  // 60 places are free again: as many other questions are taken.
  const more = Array.from({ length: 60 }, (_, i) =>
    reader.ask("nothing of this name", i).catch((error: Error) => error.message.split("\n")[0]),
  );
  const [answer] = await Promise.all([first, ...others]);
  for (const other of others) expect((await other).total).toBe(answer.total);
  expect(new Set(await Promise.all(more)).size).toBe(1);
  expect(asked).toHaveLength(71);
});

test("too many questions that wait are refused in a sentence", async () => {
  const told = await Promise.all(
    Array.from({ length: 100 }, async (_, i) => {
      try {
        await reader.ask("nothing of this name", { i });
        return "answered";
      } catch (error) {
        return (error as { code?: string }).code ?? "failed";
      }
    }),
  );
  // One is being worked out, and 64 wait.
  expect(told.filter((code) => code === "unavailable")).toHaveLength(100 - 65);
});

test("every question that is asked aside is known to the thread, by the same work", () => {
  const asked = sourceFiles().flatMap(({ file, text }) =>
    /^server\/(services|routers)\//.test(file) && !file.endsWith(".test.ts")
      ? [...text.matchAll(/\{\s*name: "([\w.]+)",\s*work: (\w+)/g)].map(([, name, work]) => `${name} ${work}`)
      : [],
  );
  const known = Object.entries(QUESTIONS).map(([name, work]) => `${name} ${work.name}`);
  expect([...new Set(asked)].toSorted()).toEqual(known.toSorted());
});
