import { doAtOnce } from "../../series/sliced.ts";
import { expect, test } from "vitest";
import { addPoints, steps, worldWithRuns } from "../../series/testing.ts";
import { selectRun } from "#db/queries/runs.ts";
import { answerChart } from "./chart.ts";
import { startReading } from "./reading.ts";

/** What a chart of three seeds says under itself, when each has sent its points over an axis. */
function notesOf(axes: string[], bad: [seed: number, step: number][] = []): string[] {
  const { world, runs } = worldWithRuns(3);
  axes.forEach((axis, seed) =>
    addPoints(
      world,
      runs[seed].attemptId,
      "group/std",
      steps(5, (step) => (bad.some(([of, at]) => of === seed && at === step) ? Number.NaN : step + seed)),
      axis,
    ),
  );
  const experiment = selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "";
  const { answer } = doAtOnce(
    answerChart(startReading(world.ctx), {
      kind: "metric-chart",
      metric: "group/std",
      experiment,
    }),
  );
  return answer.kind === "chart" ? answer.notes : [];
}

test("a printed mean says of how many of its seeds it is, and where it leaves some out", () => {
  expect(notesOf(["step", "step", "step"])).toEqual(["Mean over seeds, band = 95 % t interval; n 3 seeds."]);
  expect(
    notesOf(
      ["step", "step", "step"],
      [
        [1, 4],
        [1, 5],
      ],
    ),
  ).toEqual([
    "Mean over seeds, band = 95 % t interval; n 2 to 3 seeds; no interval below 3 seeds; NaN from train step 4, the mean there is of 2 of 3 seeds.",
  ]);
});

test("a printed chart is by train step: seeds on another axis are counted, and a configuration on one is named", () => {
  expect(notesOf(["step", "step", "tokens"])[0]).toContain("; 1 run has no train step and is not drawn.");
  expect(notesOf(["tokens", "tokens", "tokens"])).toEqual([
    "Nothing is drawn: baseline has no train step and is not drawn.",
  ]);
});

test("a configuration that nobody has begun is named, and one whose runs have not sent it is counted", () => {
  expect(notesOf([])).toEqual([
    "Nothing is drawn: 3 of 3 runs that have begun have not sent it; baseline has no point.",
  ]);
});
