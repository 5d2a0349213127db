import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "#db/copies/testing.ts";
import { writeTrackioDb } from "#db/foreign/testing.ts";
import { rowsOf } from "../history.ts";
import { readHistories } from "../registry.ts";

const AT = Date.parse("2026-01-14T07:00:00Z");
const at = (seconds: number) => new Date(AT + 1000 * seconds).toISOString().replace("Z", "+00:00");

test("runs of a project have their rows by the train step, the machine's figures, and the times of their rows", () => {
  const path = join(freshFolder(), "grpo.db");
  const config = { lr: 0.001, model: { name: "q" }, _Username: "me", _Group: "g", _Created: at(0) };
  writeTrackioDb(path, [
    {
      id: "abc",
      name: "nice",
      config,
      rows: [
        [0, at(1), { loss: 1, nested: { a: 2 }, nan: "NaN", ok: true, text: "x" }],
        [1, at(2), { loss: 0.5, "train/global_step": 40, table: { _type: "trackio.table", _value: [] } }],
      ],
    },
    { id: "def", name: "other", config: {}, rows: [[3, at(9), { loss: "Infinity" }]] },
  ]);
  const file = { name: "trackio/grpo.db", bytes: new Uint8Array(readFileSync(path)) };
  const { runs, kinds } = readHistories([file], { utcOffsetMinutes: 0, benchmark: null });
  expect(kinds).toEqual(["trackio database"]);
  expect(runs.map(({ name, startedAt, endedAt }) => [name, startedAt, endedAt])).toEqual([
    ["nice", AT + 1000, AT + 2000],
    ["other", AT + 9000, AT + 9000],
  ]);
  const [{ history, streams = [], ...run }, other] = runs;
  expect(run).toMatchObject({
    config: { lr: 0.001, "model.name": "q" },
    environment: { project: "grpo", user: "me" },
    labels: { group: "g" },
  });
  expect(Object.keys(run.config)).toHaveLength(2);
  expect([...rowsOf(history)]).toEqual([
    { step: 0, at: AT + 1000, values: { loss: 1, "nested.a": 2, nan: Number.NaN, ok: 1 } },
    { step: 40, at: AT + 2000, values: { loss: 0.5, "train/global_step": 40 } },
  ]);
  expect(
    streams.map(({ stream, tables }) => [stream, [...rowsOf(tables)].map(({ values }) => values)]),
  ).toEqual([["system", [{ "gpu.0.util": 55 }]]]);
  expect([...rowsOf(other.history)].map(({ values }) => values)).toEqual([{ loss: Infinity }]);
});
