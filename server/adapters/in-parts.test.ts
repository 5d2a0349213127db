import { expect, test } from "vitest";
import type { Note, Rollout } from "../contracts/external/verbs.ts";
import { keepGroupsInParts } from "./group-in-parts.ts";
import type { LoggedMedium } from "../contracts/external/media.ts";
import { keepMediaInParts } from "./media-in-parts.ts";
import { sayInParts } from "./say-in-parts.ts";

const rollout = (place: number, prompt = "p", completion = "c"): Rollout => ({
  step: 1,
  group: "g",
  place,
  prompt: [{ role: "user", text: prompt }],
  completion: [{ role: "assistant", text: completion }],
  rewards: {},
  reward: 1,
  advantage: null,
  length: null,
  truncated: null,
  stopReason: null,
  epoch: null,
  phase: "train",
  extra: {},
});

/** How many were stored at once, part by part. */
async function kept(rollouts: readonly Rollout[]) {
  const parts: Rollout[][] = [];
  const notes: Note[] = [];
  const verbs = {
    keepRollouts: (_run: string, part: readonly Rollout[]) => void parts.push([...part]),
    say: (_run: string, ...said: readonly Note[]) => void notes.push(...said),
  };
  await keepGroupsInParts(verbs, "r", rollouts);
  if (notes.length === 0) expect(parts.flat()).toEqual(rollouts);
  return notes.length === 0 ? parts.map((part) => part.length) : [notes.length, parts.flat().length];
}

test("many completions are stored part by part, few before the call returns", async () => {
  expect(await kept([])).toEqual([]);
  expect(await kept(Array.from({ length: 1201 }, (_, i) => rollout(i)))).toEqual([500, 500, 201]);
  const verbs = { keepRollouts: () => undefined, say: () => undefined };
  expect(keepGroupsInParts(verbs, "r", [rollout(0)])).toBeUndefined();
});

test("a part has half a million characters and little more, prompts counted for each completion", async () => {
  const long = await kept(Array.from({ length: 10 }, (_, i) => rollout(i, "x".repeat(200_000), "y")));
  expect(long).toEqual([3, 3, 3, 1]);
  const huge = await kept([rollout(0, "p", "y".repeat(2_000_000)), rollout(1)]);
  expect(huge).toEqual([1, 1]);
});

test("completions that are too long are left out with one note, and the others are kept", async () => {
  const long = (place: number) => rollout(place, "x".repeat(2_200_000), "y".repeat(2_200_000));
  expect(await kept([rollout(0), long(1), long(2), rollout(3)])).toEqual([1, 2]);
});

test("many media are stored part by part, few before the call returns", async () => {
  const media = Array.from({ length: 1201 }, (_, step): LoggedMedium => {
    return {
      kind: "image",
      key: "k",
      step,
      at: null,
      place: 0,
      path: `${step}.png`,
      caption: null,
      histogram: null,
    };
  });
  const parts: number[] = [];
  const verbs = { keepMedia: (_run: string, part: readonly LoggedMedium[]) => void parts.push(part.length) };
  expect(keepMediaInParts(verbs, "r", media.slice(0, 2), "w")).toBeUndefined();
  await keepMediaInParts(verbs, "r", media, "w");
  expect(parts).toEqual([2, 500, 500, 201]);
});

test("alerts are said some at a time, and of more than are looked at the first, with a word about the others", async () => {
  const said: (readonly Note[])[] = [];
  const verbs = { say: (_run: string, ...notes: readonly Note[]) => void said.push(notes) };
  const notes = Array.from({ length: 70_000 }, (_, i): Note => ({ level: "info", message: `${i}` }));
  await sayInParts(verbs, "r", notes);
  expect(Math.max(...said.map((part) => part.length))).toBe(20);
  expect(said.flat()).toHaveLength(1001);
  expect(said.flat().at(-1)).toMatchObject({ level: "warning", id: "many alerts" });
  expect(said.flat().at(-1)?.message).toContain("70,000 alerts");
});
