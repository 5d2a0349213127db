import { expect, test } from "vitest";
import { plansOf, watchStatements } from "#db/testing.ts";
import { createProject } from "../projects/change.ts";
import { externalVerbs } from "./make-verbs.ts";
import { externalWorld, tableOfValues } from "./testing.ts";
import { createToken, ingestActorOf } from "./tokens.ts";

const MANY = 5100;

/** A place with many runs, copied from one. */
function worldOfMany() {
  const made = externalWorld();
  const { runId } = made.open();
  const { $client } = made.world.ctx.db;
  const columns = (table: string) =>
    ($client.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[]).map(
      ({ name }) => name,
    );
  const copy = (table: string, set: Record<string, string>, from: string) => {
    const all = columns(table);
    const values = all.map((name) => set[name] ?? `t."${name}"`);
    const count = `with recursive c(i) as (select 1 union all select i + 1 from c where i < ${MANY - 1})`;
    $client.exec(
      `insert into ${table} (${all.map((name) => `"${name}"`).join()}) ${count} select ${values.join()} from c, ${table} t where ${from}`,
    );
  };
  const id = `'run_' || printf('%016x', i)`;
  copy(
    "runs",
    { id, name: "'copy ' || i", queued_at: "t.queued_at + i", seed: "-100 - i" },
    `t.id = '${runId}'`,
  );
  copy("external_runs", { run_id: id, client_key: "'key ' || i" }, `t.run_id = '${runId}'`);
  return made;
}

test("runs of a place are read some at a time, newest first, and no further than they are taken", () => {
  const { world, verbs } = worldOfMany();
  const { db } = world.ctx;
  const name = "gsm8k";
  const first = watchStatements(db, () => {
    const [run] = verbs.list(name);
    expect(run.name).toBe(`copy ${MANY - 1}`);
  });
  expect(first.rows).toBeLessThan(5200);
  const keys = [...verbs.list(name)].map(({ order }) => order);
  expect(keys).toHaveLength(MANY);
  expect(keys).toEqual(keys.toSorted((a, b) => b - a));
  expect([...verbs.list(name, keys[4000])].map(({ order }) => order)).toEqual(keys.slice(4001));
  const called = watchStatements(db, () => {
    expect([...verbs.called(name)].map((run) => run.runId)).toEqual(
      [...verbs.list(name)].map((run) => run.runId),
    );
  });
  expect(called.statements.length).toBeLessThan(400);
  for (const run of [[...verbs.list(name)][17]]) expect(run).toEqual(verbs.read(run.runId));
});

test("what many runs logged last is found with one question for each, and of own runs alone", () => {
  const { world, verbs, open } = externalWorld();
  const ids = Array.from({ length: 30 }, (_, i) => {
    const { runId } = open({ key: `k${i}` });
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfValues("loss", [1, i]) });
    return runId;
  });
  const { db } = world.ctx;
  const asked = (runIds: readonly string[]) =>
    watchStatements(db, () => void verbs.latestOf(runIds, ["loss", "other"])).statements;
  asked(ids);
  expect(asked(ids).length).toBeLessThanOrEqual(ids.length + 5);
  // Runs by their ids, not all runs of the project.
  const runsRead = plansOf(db, asked(ids)).filter((line) => / runs /.test(line));
  expect(runsRead).toEqual([expect.stringContaining("(id=?)")]);
  const found = verbs.latestOf(ids, ["loss"]);
  for (const [i, runId] of ids.entries()) {
    expect(found.get(runId)).toEqual(verbs.latest(runId, ["loss"]));
    expect(found.get(runId)?.loss.value).toBe(i);
  }
  const { token } = createToken(world.ctx, {
    name: "other",
    project: createProject(world.ctx, { name: "other" }).project!.slug,
  });
  const stranger = externalVerbs(world.as(ingestActorOf(world.ctx, token)!));
  expect(() => stranger.latestOf(ids, ["loss"])).toThrow("There is no run");
});
