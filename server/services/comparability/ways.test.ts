import { expect, test } from "vitest";
import type { EvaluationProtocol } from "../../../workers/protocol/events.ts";
import { protocolFor } from "../../checks/on-record.ts";
import { makeWorld } from "../testing.ts";
import { protocolParts, wayOf } from "./ways.ts";

const PROGRAMS: EvaluationProtocol = {
  decoding: "greedy",
  temperature: 0,
  maxSteps: 1,
  observation: "statement",
  evalSeed: 42,
  daDefinition: "none",
};
const drawing = (samples: number) => ({ ...PROGRAMS, programs: { samples, temperature: 1 } });

test("programs drawn beside the answer make another way of pass@k, not of what is solved", () => {
  const { db } = makeWorld().ctx;
  const made = { id: "e", populationHash: "p", population: "hard", n: 3, of: 3 };
  const [none, many] = [0, 16].map((samples) => wayOf(db, { ...made, protocol: drawing(samples) }));
  const key = (way: typeof none, metric: string) => protocolFor(way, metric).key;
  expect(key(none, "eval/solved")).toBe(key(many, "eval/solved"));
  expect(key(none, "eval/pass_at_8")).not.toBe(key(many, "eval/pass_at_8"));
  expect(protocolFor(many, "eval/pass_at_8").words).toMatch(/16 samples at temperature 1$/);
});

test("a program is written at once: nothing is said of steps", () => {
  expect(protocolParts(drawing(0)).join(", ")).not.toMatch(/step/);
  expect(protocolParts(PROGRAMS).join(", ")).toMatch(/at most 1 step/);
});
