import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { addPoints } from "../series/testing.ts";
import { externalWorld } from "./testing.ts";

test("a page deep in a long history decodes the chunks that it lies in, and none before", () => {
  const { world, open, verbs } = externalWorld();
  const { runId } = open();
  const [{ id }] = selectAttemptsOfRuns(world.ctx.db, [runId]);
  const n = 400_000;
  // Dense at first and sparse later: a guess by even distances is far off.
  addPoints(
    world,
    id,
    "loss",
    Array.from({ length: n }, (_, i) => [i < n / 2 ? i : i * i, i + 1] as const),
  );
  const store = pointStore(world.ctx.db);
  while (store.housekeep(200));
  const rows = store.rows.bind(store);
  let decoded = 0;
  store.rows = function* (series, span) {
    for (const block of rows(series, span)) {
      decoded += block.x.length;
      yield block;
    }
  };
  for (const from of [0, 8191, 150_001, 199_999, 200_001, 333_333, n - 1]) {
    decoded = 0;
    const part = verbs.points(runId, "loss", { from, most: 2 });
    expect(part.map(({ value }) => value)).toEqual([from + 1, from + 2].filter((value) => value <= n));
    expect(decoded).toBeLessThanOrEqual(3 * 8192);
  }
});

/** What the pages of a history are parts of, put together in the plainest way: of each attempt what lies before all later ones. */
const reference = (attempts: readonly (readonly number[])[]): [number, number][] =>
  attempts.flatMap((own, n) => {
    const next = Math.min(...attempts.slice(n + 1).flat());
    return own.flatMap((step, i) => (step < next ? [[step, 1000 * n + i] as [number, number]] : []));
  });

const attempt = fc
  .array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 })
  .map((own) => own.toSorted((a, b) => a - b));

const shared = externalWorld();
let keys = 0;

test("pages of the history of several attempts are parts of one line, which a later attempt takes over where it begins", () => {
  const { world, open, verbs } = shared;
  fc.assert(
    fc.property(
      fc.array(attempt, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 5 }),
      (all, most) => {
        const key = `history ${++keys}`;
        const { runId } = open({ key });
        all.forEach((own, n) => {
          const writer = `w${n + 1}`;
          if (n > 0) open({ key, writer, resume: "must" });
          const rows = own.map((step, i) => ({ step, at: null, values: { loss: 1000 * n + i } }));
          verbs.log(runId, { writer, stream: "history", offset: 0, table: tableOfRows(rows) });
          verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
        });
        fc.pre(selectAttemptsOfRuns(world.ctx.db, [runId]).length === all.length);
        const told: [number, number][] = [];
        for (let from = 0; ; from += most) {
          const part = verbs.points(runId, "loss", { from, most });
          told.push(...part.map(({ step, value }): [number, number] => [step, value]));
          if (part.length < most) break;
        }
        expect(told).toEqual(reference(all));
      },
    ),
    { numRuns: 30 },
  );
});
