import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultParams, trainerArgs } from "../protocol/manifest.ts";
import { grpo } from "../recipes/grpo/manifest.ts";
import { computed, parseEvents, runTrainer, type TrainerOutcome } from "./testing.ts";

/** Steps enough that none ends before the kill comes. */
const LONG = { ...defaultParams(grpo), ...grpo.smoke, iterations: 60, eval_every: 20 };
const ARGS = trainerArgs(grpo, LONG, 3);

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "ablab-resume-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const weightsOf = ({ lines }: TrainerOutcome) =>
  parseEvents(lines).flatMap((event) =>
    event.t === "artifact" && event.kind === "weights" ? [event.sha256] : [],
  );
const pointsOf = ({ lines }: TrainerOutcome) =>
  computed(lines).filter((event) => {
    const { t, values } = event as { t: string; values?: object };
    return t === "points" && "reward/raw" in (values ?? {});
  }) as { step: number; values: object }[];

/** The same run, killed once it has left a checkpoint. */
async function killed(output: string) {
  mkdirSync(output);
  const outcome = await runTrainer(ARGS, {
    env: { ABLAB_OUTPUT: output },
    onEvent: (event, pid) => {
      const isDue = event.t === "progress" && event.phase === "training" && event.step >= 3;
      if (isDue && readdirSync(output).some((name) => name.startsWith("checkpoint-")))
        process.kill(pid, "SIGKILL");
    },
  });
  expect(outcome.signal).toBe("SIGKILL");
  const kept = readdirSync(output).filter((name) => name.startsWith("checkpoint-"));
  expect(kept).toHaveLength(1);
  return { path: join(output, kept[0]), step: Number(kept[0].slice("checkpoint-".length)) };
}

test("a killed training goes on from its checkpoint to the weights and points of one that never was", async () => {
  const whole = await runTrainer(ARGS);
  const first = await killed(join(folder, "1"));
  mkdirSync(join(folder, "2"));
  const second = await runTrainer(ARGS, {
    env: { ABLAB_OUTPUT: join(folder, "2"), ABLAB_RESUME: first.path },
  });
  expect([second.code, weightsOf(second)]).toEqual([0, weightsOf(whole)]);
  const later = pointsOf(whole).filter(({ step }) => step > first.step && step <= 60);
  expect(pointsOf(second)).toEqual(later);
  // The last step is kept, too: a training that was killed after it has nothing left to do.
  expect(readdirSync(join(folder, "2"))).toEqual(["checkpoint-60"]);
  expect(statSync(first.path).size).toBeGreaterThan(0);
});
