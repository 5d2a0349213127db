import { expect, test } from "vitest";
import { unpackWindow } from "../../contracts/charts/unpack-window.ts";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { packWindow } from "./pack-window.ts";
import { bandsOf, oneRun } from "./testing.ts";
import { seriesWindow } from "./window.ts";

const ask = (runId: string, metrics: string[]) => ({ runIds: [runId], metrics });

/** A run whose client logged a value at its calls 0 and 2, another metric at call 1, and readings of its machine. */
function logged() {
  const outside = externalWorld();
  const { runId } = outside.open();
  const send = (stream: "history" | "system", table: ReturnType<typeof tableOfValues>) =>
    outside.verbs.log(runId, { writer: "w1", stream, offset: 0, table });
  const said = [
    ["loss", 2],
    ["score", 1],
    ["loss", 1],
  ] as const;
  send(
    "history",
    tableOfRows(
      said.map(([metric, value], step) => ({ step, at: 1_800_000_000_000, values: { [metric]: value } })),
    ),
  );
  send("system", tableOfValues("system.cpu", [1, 2]));
  return { ...outside, runId };
}

test("a window of what a logger sent says that its x counts calls, over the wire too, readings of the machine do not", () => {
  const { world, runId } = logged();
  const [loss] = seriesWindow(world.ctx, ask(runId, ["loss"]));
  expect([...loss.x0]).toEqual([0, 2]);
  expect(loss.ofLogger).toBe(true);
  expect(unpackWindow(packWindow(loss)).ofLogger).toBe(true);
  expect(seriesWindow(world.ctx, ask(runId, ["system.cpu"]))[0]).not.toHaveProperty("ofLogger");
});

test("seeds put together say so where one of them comes by a logger", async () => {
  const { world, runId } = logged();
  const [band] = await bandsOf(
    world,
    { kind: "runs", runIds: [runId], whole: false },
    { metric: "loss", xAxis: "step" },
  );
  expect(band).toMatchObject({ x: [0, 2], ofLogger: true });
});

test("steps of a trainer are its own", () => {
  const { world, runId } = oneRun([
    [1, 1],
    [3, 1],
  ]);
  expect(seriesWindow(world.ctx, ask(runId, ["reward/raw"]))[0]).not.toHaveProperty("ofLogger");
});
