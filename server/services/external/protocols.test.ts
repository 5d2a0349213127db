import { expect, test } from "vitest";
import type { LoggedProtocol } from "../../contracts/external/logged-protocol.ts";
import type { Params } from "../../../workers/protocol/manifest.ts";
import { ablationTable } from "../experiments/table.ts";
import { getRun } from "../runs/get.ts";
import { externalPlace } from "./cell-rule.ts";
import { keepStatement } from "./statement.ts";
import { externalWorld, tableOfValues } from "./testing.ts";

const METRIC = "test/accuracy";

/** Two methods with three seeds each; their configurations hold what \`more\` says beside method and seed. */
function measured(
  more: (method: string, seed: number) => Params,
  protocol?: (seed: number) => LoggedProtocol,
) {
  const { world, open, verbs } = externalWorld();
  const runIds = ["a", "b"].flatMap((method) =>
    [0, 1, 2].map((seed) => {
      const key = `${method}-${seed}`;
      const config = { method, seed, ...more(method, seed) };
      const { runId } = open({ key, writer: key, name: key, config });
      const value = (method === "a" ? 0.5 : 0.7) + seed / 100;
      const table = tableOfValues(METRIC, [value, value]);
      verbs.log(runId, { writer: key, stream: "history", offset: 0, table });
      if (protocol)
        void verbs.keepEvaluation(runId, {
          benchmark: "gsm8k",
          key: "final",
          step: 1,
          final: true,
          logged: protocol(seed),
          rows: [0, 1, 2, 3].map((i) => ({
            problem: `p${i}`,
            solved: i < (method === "a" ? 1 : 3),
            score: null,
            steps: null,
          })),
        });
      verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
      return runId;
    }),
  );
  const { experimentId } = getRun(world.ctx, runIds[0]).row;
  const other = () => {
    const table = ablationTable(world.ctx, experimentId);
    const row = table.rows.find(({ baseline }) => !baseline);
    if (!row) throw new Error("there is no other configuration");
    return { table, row, ruled: row.findings.filter(({ rule }) => rule === "C03") };
  };
  return { world, runIds, experimentId, other };
}

test("a protocol that no client logged is said to be not on record, and a claim that rests on it too", () => {
  const { other, world, experimentId } = measured(() => ({}));
  const { row, ruled, table } = other();
  expect(ruled).toEqual([]);
  expect(row.notLogged?.[METRIC]).toContain("protocol");
  expect(table.verdicts[0].message).toContain("protocol");
  expect(externalPlace(world.ctx, experimentId)?.runs[0].protocol).toBeNull();
});

test("configurations that are evaluated at different temperatures are not ranked", () => {
  const { other, world, experimentId } = measured((method) => ({
    "eval.temperature": method === "a" ? 0 : 1,
  }));
  const { row, ruled } = other();
  expect(ruled).toMatchObject([{ severity: "error", metric: METRIC }]);
  expect(ruled[0].evidence).toMatch(/temperature 1.*temperature 0/);
  expect(row.difference[METRIC].verdict).toBe("not_ranked");
  const known = externalPlace(world.ctx, experimentId)?.runs.map(({ protocol }) => protocol);
  expect(known?.filter((text) => text?.startsWith("temperature 0; top_p"))).toHaveLength(3);
});

test("the temperature of training is varied freely, and the same protocol on both sides is claimed", () => {
  const { other } = measured((method) => ({ temperature: method === "a" ? 0.7 : 1, "eval.temperature": 0 }));
  const { row, ruled } = other();
  expect(ruled).toEqual([]);
  expect(row.notLogged?.[METRIC] ?? []).not.toContain("protocol");
  expect(row.difference[METRIC].verdict).toBe("significant");
});

test("a protocol that changes between the seeds of a configuration is one sentence, and nothing is ranked", () => {
  const { other } = measured(
    () => ({}),
    (seed) => ({ temperature: seed === 2 ? "1" : "0" }),
  );
  const { row, ruled } = other();
  expect(ruled.map(({ claim }) => claim)).toEqual([
    expect.stringMatching(/^The seeds of .* were evaluated by 2 protocols/),
  ]);
  expect(row.difference["eval/answers"].verdict).toBe("not_ranked");
});

test("what a person states decides where the client logged nothing, and not where it did", () => {
  const { other, world, runIds } = measured(() => ({}));
  const state = (ids: string[], text: string) =>
    keepStatement(world.ctx, { runIds: ids, what: "protocol", text });
  state(runIds.slice(0, 3), "greedy");
  state(runIds.slice(3), "temperature 1");
  expect(other().row.difference[METRIC].verdict).toBe("not_ranked");
  state(runIds, "greedy");
  expect(other().row.difference[METRIC].verdict).toBe("significant");
  const logged = measured(() => ({ "eval.temperature": 0 }));
  keepStatement(logged.world.ctx, {
    runIds: logged.runIds.slice(3),
    what: "protocol",
    text: "temperature 1",
  });
  expect(logged.other().row.difference[METRIC].verdict).toBe("significant");
});
