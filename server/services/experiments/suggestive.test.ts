import { expect, test } from "vitest";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { getRun } from "../runs/get.ts";
import { ablationTable } from "./table.ts";

/** What a table says of a configuration beside a baseline, from the accuracy of each seed. */
function said(baseline: readonly number[], other: readonly number[]) {
  const outside = externalWorld();
  let id = "";
  for (const [config, values] of Object.entries({ a_baseline: baseline, b_other: other }))
    values.forEach((value, seed) => {
      const key = `${config}-${seed}`;
      const { runId } = outside.open({ key, writer: key, name: key, config: { seed, method: config } });
      const table = tableOfValues("test/accuracy", [value, value, value]);
      outside.verbs.log(runId, { writer: key, stream: "history", offset: 0, table });
      outside.verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
      id = getRun(outside.world.ctx, runId).row.experimentId;
    });
  const table = ablationTable(outside.world.ctx, id);
  const row = table.rows.find((one) => !one.baseline);
  return { difference: row?.difference["test/accuracy"], answer: table.verdicts[0].notes?.join(" ") ?? "" };
}

const STEADY = [0.5, 0.51, 0.49, 0.5, 0.52, 0.5, 0.51, 0.49];

test("a clear difference beside a collapsed run is suggestive, with the reason, and the interval stands", () => {
  const { difference, answer } = said(
    [...STEADY.slice(0, 7), 0.1],
    STEADY.map((value) => value + 0.4),
  );
  expect(difference?.verdict).toBe("suggestive");
  expect(difference?.low).toBeGreaterThan(0);
  expect(difference?.method).toContain("suggestive at most");
  expect(answer).toContain("Suggestive: ");
});

test("the same difference without a collapsed run is significant", () => {
  expect(
    said(
      STEADY,
      STEADY.map((value) => value + 0.4),
    ).difference?.verdict,
  ).toBe("significant");
});
