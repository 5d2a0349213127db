import { expect, test } from "vitest";
import { StepMeter } from "./step-meter.ts";

test("time goes to the part that was entered, memory is the largest reading as it ends, and a step starts from nothing", () => {
  let now = 0;
  let memory = 100;
  const meter = new StepMeter(
    () => now,
    () => memory,
  );
  meter.enter("rollout");
  now = 3;
  memory = 150;
  meter.enter("reward");
  now = 4;
  memory = 120;
  meter.enter("rollout");
  now = 9;
  meter.enter(null);
  now = 50;
  meter.enter("update");
  now = 52;
  expect(meter.take()).toEqual({
    time: { rollout: 8, reward: 1, update: 2, evaluate: 0 },
    memory: { rollout: 150, reward: 120, update: 120 },
  });
  now = 99;
  expect(meter.take()).toEqual({ time: { rollout: 0, reward: 0, update: 0, evaluate: 0 }, memory: {} });
});
