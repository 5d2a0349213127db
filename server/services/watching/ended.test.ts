import { expect, test } from "vitest";
import { watchStatements } from "#db/testing.ts";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { listAlerts } from "../alerts/list.ts";
import type { ServiceContext } from "../context.ts";
import { closeLateSessions } from "../external/session.ts";
import { externalWorld } from "../external/testing.ts";
import { reapSilentAttempts } from "../attempts/finish.ts";
import { started } from "../testing.ts";
import { lookForAlerts, startWatch } from "./look.ts";
import { watching } from "./testing.ts";

/** Copies of a run with its attempt, by plain SQL. */
function copyEnded({ $client }: ServiceContext["db"], runId: string, n: number): void {
  const columnsOf = (table: string) =>
    $client.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[];
  const copy = (table: string, changed: Record<string, string>, where: string) => {
    const columns = columnsOf(table);
    $client.exec(
      `with recursive k (i) as (select 1 union all select i + 1 from k where i < ${n})
       insert into ${table} (${columns.map((name) => `"${name}"`).join()})
       select ${columns.map((name) => changed[name] ?? `"${name}"`).join()} from ${table}, k where ${where}`,
    );
  };
  copy("runs", { id: "id || '_' || k.i", name: "name || k.i", cell: "cell || k.i" }, `id = '${runId}'`);
  copy(
    "attempts",
    { id: "id || '_' || k.i", run_id: "run_id || '_' || k.i", token_hash: "token_hash || k.i" },
    `run_id = '${runId}'`,
  );
}

test("a look costs the same beside 10 ended runs and beside 2,000, and so does closing what ended outside", () => {
  const asked = [10, 2000].map((n) => {
    const { world, attempt } = started();
    const { look } = watching(world);
    attempt.finish();
    look();
    copyEnded(world.ctx.db, attempt.runId, n);
    world.ctx.db.$client.exec("analyze");
    const { statements, rows } = watchStatements(world.ctx.db, () => {
      look();
      closeLateSessions(world.ctx);
    });
    return { statements: statements.length, rows };
  });
  expect(asked[1]).toEqual(asked[0]);
});

test("what is brought in after it happened is told, and waits for nobody to read it", () => {
  const { world, verbs, open } = externalWorld();
  const { look } = watching(world);
  const bring = (key: string, at: number, state: "finished" | "failed") => {
    const { runId } = open({ key });
    const rows = [1, NaN].map((value, i) => ({ step: i, at: at + i, values: { "reward/raw": value } }));
    verbs.log(runId, { writer: "w1", stream: "history", offset: null, table: tableOfRows(rows) });
    look();
    verbs.end(runId, { state, exitCode: null, reason: null });
    look();
  };
  const DAY = 86_400_000;
  bring("old", world.clock.now - DAY, "failed");
  bring("quick", world.clock.now, "finished");
  expect(listAlerts(world.ctx, { only: "all", limit: 9 }).alerts.length).toBeGreaterThan(3);
  const unread = () => listAlerts(world.ctx, { only: "unread", limit: 9 }).alerts.map(({ kind }) => kind);
  const before = unread().length;
  bring("live", world.clock.now + 1000, "failed");
  expect(unread().length).toBeGreaterThan(before);
  expect(unread()).toContain("failed");
});

test("a value that is not finite in a short run is told once it ends or falls silent, in each of many", () => {
  const { world, verbs, open } = externalWorld();
  const { look } = watching(world);
  const runs = Array.from({ length: 6 }, (_, i) => open({ key: `r${i}` }).runId);
  for (const runId of runs) {
    const rows = [1, NaN, 2].map((value, i) => ({
      step: i,
      at: world.clock.now,
      values: { "train/loss": value },
    }));
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfRows(rows) });
  }
  look();
  world.clock.now += 1000;
  const [silent, ...ending] = runs;
  for (const runId of ending) verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
  look();
  const told = () => {
    const { alerts } = listAlerts(world.ctx, { only: "all", limit: 99 });
    return alerts.filter(({ kind }) => kind === "nan").map(({ run }) => run?.id ?? "");
  };
  expect(told().toSorted()).toEqual(ending.toSorted());
  world.clock.now += world.ctx.timing.externalSilentAfterMs + 1000;
  reapSilentAttempts(world.ctx, 0);
  look();
  expect(told()).toContain(silent);
});

test("of many runs that are brought in at once a look says that more are left, until none is", () => {
  const { world, verbs, open } = externalWorld();
  const watch = startWatch(world.ctx);
  for (let i = 0; i < 20; i++) {
    const { runId } = open({ key: `r${i}` });
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
  }
  const looks = [1, 2, 3, 4, 5].map(() => lookForAlerts(world.ctx, watch));
  expect(looks).toEqual([true, true, true, false, false]);
  watch.stop();
});
