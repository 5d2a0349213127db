import { expect, test } from "vitest";
import { JSON_LIMITS } from "../../contracts/limits/adapters.ts";
import { request } from "../testing.ts";
import { world } from "./testing.ts";

const heavy = () =>
  Object.fromEntries(Array.from({ length: JSON_LIMITS.keys.most + 1 }, (_, i) => [`k${i}`, i]));

test("an entry with too many keys is kept as a file and said, and rows around it are kept, also when it comes again", async () => {
  const { log, entry, rows, run } = world();
  const sent = [entry("a", { x: 1 }), entry("b", heavy(), { step: 1 }), entry("c", { x: 3 }, { step: 2 })];
  for (let time = 0; time < 2; time++)
    expect(await log(...sent)).toEqual({ status: 200, said: { data: null } });
  expect(rows().map(({ values }) => values.x)).toEqual([1, 3]);
  const [[path, { bytes }]] = run().files;
  expect(path).toMatch(/^unread\/[0-9a-f]{12}\.json$/);
  expect(JSON.parse(String(bytes)).kwargs.logs[0].metrics.k7).toBe(7);
  expect(run().notes.map(({ level }) => level)).toEqual(["warning"]);
});

test("what is too much and no whole JSON, or names no run, is refused", async () => {
  const { adapter, verbs, log, entry } = world();
  const whole = JSON.stringify({ kwargs: { logs: [entry("b", heavy())] } });
  const cut = { ...request("POST", "/api/bulk_log", {}), body: Buffer.from(whole.slice(0, -9)) };
  expect((await adapter.take(cut, verbs)).status).toBe(400);
  expect((await log({ metrics: heavy() })).status).toBe(400);
  expect(verbs.runs.size).toBe(0);
});
