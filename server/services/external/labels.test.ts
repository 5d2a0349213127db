import { describe, expect, it } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { watchStatements } from "#db/testing.ts";
import { cellLabels } from "./labels.ts";
import { externalWorld } from "./testing.ts";

/** A place with two configurations of so many runs each, where one more run is opened: what that took, and its label. */
function askedWith(runs: number, config: { lr: number }, group: string | null) {
  const { world, open } = externalWorld();
  const { $client } = world.ctx.db;
  const columns = (table: string) =>
    ($client.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
  const copy = (table: string, key: string, own: Record<string, string>) => {
    const names = columns(table);
    const values = names.map((name) => own[name] ?? `"${name}"`).join(", ");
    return $client.prepare(
      `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")}) select ${values} from ${table} where ${key} = @from`,
    );
  };
  for (const lr of [1, 2]) {
    const { runId: from } = open({ key: `first${lr}`, config: { lr }, group });
    const run = copy("runs", "id", { id: "@id", seed: "@seed" });
    const told = copy("external_runs", "run_id", { run_id: "@id", client_key: "@id" });
    for (let i = 1; i < runs; i++) {
      run.run({ from, id: `run_${lr}_${i}`, seed: -1 - i });
      told.run({ from, id: `run_${lr}_${i}` });
    }
  }
  let runId = "";
  const asked = watchStatements(world.ctx.db, () => {
    ({ runId } = open({ key: "another", config, group }));
  });
  return { asked, label: selectRun(world.ctx.db, runId)?.label };
}

it.each([
  ["a known configuration", { lr: 2 }, null, "lr 2"],
  ["a new configuration", { lr: 3 }, null, "lr 3"],
  ["a known configuration of one group", { lr: 2 }, "sweep", "lr 2"],
])("opens a run of %s with as many rows in a place of 1,500 runs as of 10", (_, config, group, label) => {
  const few = askedWith(5, config, group);
  const many = askedWith(750, config, group);
  expect(few.label).toBe(label);
  expect(many).toEqual(few);
  expect(many.asked.scanned.filter((table) => /^(?:runs|external_runs)$/.test(table))).toEqual([]);
});

it("compares a run of a new configuration with no more than some of many, and leaves what they are called", () => {
  const { world, open } = externalWorld();
  const labelOf = (runId: string) => selectRun(world.ctx.db, runId)?.label;
  const ids = Array.from({ length: 130 }, (_, lr) => open({ key: `k${lr}`, config: { lr, beta: 1 } }).runId);
  const asked = [0, 1].map((i) =>
    watchStatements(world.ctx.db, () =>
      ids.push(open({ key: `more${i}`, config: { lr: 500 + i, beta: 1 } }).runId),
    ),
  );
  expect(ids.map(labelOf)).toEqual(ids.map((_, i) => `lr ${i < 130 ? i : 370 + i}`));
  expect(asked[0].rows).toBe(asked[1].rows);
});

it("calls configurations by their groups as long as each has one of its own", () => {
  const { world, open } = externalWorld();
  const ids = ["a", "b", "c"].map((group, lr) => open({ key: group, config: { lr }, group }).runId);
  const labels = () => ids.map((id) => selectRun(world.ctx.db, id)?.label);
  expect(labels()).toEqual(["a", "b", "c"]);
  ids.push(open({ key: "again", config: { lr: 2 }, group: "c" }).runId);
  expect(labels()).toEqual(["a", "b", "c", "c"]);
  ids.push(open({ key: "other", config: { lr: 2 }, group: "d" }).runId);
  expect(labels()).toEqual(["lr 0", "lr 1", "lr 2", "lr 2", "lr 2"]);
  ids.push(open({ key: "more", config: { lr: 3 }, group: "e" }).runId);
  expect(labels()[5]).toBe("lr 3");
});

const labelsOf = (...configs: Record<string, string>[]) => [
  ...cellLabels(
    new Map(
      configs.map((config, i) => [
        `cell${i}`,
        { config: new Map(Object.entries(config)), groups: new Set() },
      ]),
    ),
  ).values(),
];

describe("configurations without groups are called by", () => {
  it("the one key that tells them apart, though others differ as well", () => {
    expect(labelsOf({ lr: "1e-5", method: "a" }, { lr: "2", method: "b" }, { lr: "2", method: "c" })).toEqual(
      ["a", "b", "c"],
    );
  });

  it("the key beside values that are no names", () => {
    expect(labelsOf({ lr: "0.00001" }, { lr: "0.5" })).toEqual(["lr 1e-5", "lr 0.5"]);
    expect(labelsOf({ kl: "true" }, { kl: "false" })).toEqual(["kl true", "kl false"]);
    expect(labelsOf({ kl: "on" }, {})).toEqual(["kl on", "kl not set"]);
  });

  it("as few keys as it takes", () => {
    expect(
      labelsOf(
        { a: "1", b: "1", c: "1" },
        { a: "2", b: "1", c: "2" },
        { a: "1", b: "2", c: "1" },
        { a: "2", b: "2", c: "2" },
      ),
    ).toEqual(["a 1, b 1", "a 2, b 1", "a 1, b 2", "a 2, b 2"]);
  });

  it("labels of their own, however many keys differ", () => {
    const wide = Array.from({ length: 40 }, (_, i) =>
      Object.fromEntries(
        Array.from({ length: 300 }, (_, k) => [
          `k${k}`,
          String(k % 7 === 0 ? i % (k + 2) : (i >> (k % 6)) & 1),
        ]),
      ),
    );
    expect(new Set(labelsOf(...wide)).size).toBe(40);
  });
});
