import { expect, test } from "vitest";
import { evaluatePlayer } from "../algo/evaluate.ts";
import { ACTION_COUNT, DIAGNOSE, DROP, GET_IIS, RELAX_LARGE } from "./actions.ts";
import { generateProblem } from "./generate.ts";
import type { Level } from "./problem.ts";
import { type PlayerName, PLAYERS } from "./players.ts";
import { isRepair } from "./repair.ts";
import { NOISY } from "./testing/problems.ts";

const ENVIRONMENT = { ...NOISY, maxSteps: 20 };
const problemsOf = (level: Level, count = 150) =>
  Array.from({ length: count }, (_, index) => generateProblem(42, 1_000_000 + index, level));
const play = (player: PlayerName, level: Level) =>
  evaluatePlayer(player, problemsOf(level), { environment: ENVIRONMENT, seed: 42 });
const typesOf = (actions: readonly number[]) => actions.map((action) => action % ACTION_COUNT);
const share = (flags: boolean[]) => flags.filter(Boolean).length / flags.length;
const within5 = (player: PlayerName, level: Level) =>
  share(play(player, level).map(({ outcome }) => outcome.solved && outcome.steps <= 5));
const meanDa = (player: PlayerName, level: Level) => {
  const shares = play(player, level).flatMap(({ outcome }) => outcome.da ?? []);
  return shares.reduce((sum, one) => sum + one, 0) / shares.length;
};

test.each(Object.keys(PLAYERS) as PlayerName[])(
  "%s plays the same episodes again from the same seed",
  (player) => {
    const actions = () => play(player, "medium").map((episode) => [...episode.actions]);
    expect(actions()).toEqual(actions());
  },
);

test("the two oracles are the ends of a frontier: few steps or a full diagnosis", () => {
  expect(within5("oracle", "easy")).toBe(1);
  expect(meanDa("diagnosing_oracle", "easy")).toBe(1);
  expect(within5("oracle", "hard")).toBeGreaterThan(within5("diagnosing_oracle", "hard") + 0.1);
  expect(meanDa("oracle", "hard")).toBe(0);
  expect(meanDa("diagnosing_oracle", "hard")).toBeGreaterThan(0.6);
});

test("knowing the roots is worth more than the IIS alone, and that more than luck", () => {
  const [knowing, asking, luck] = (["oracle", "iis_member", "random"] as const).map((player) =>
    share(play(player, "hard").map(({ outcome }) => outcome.clean === true)),
  );
  expect(knowing).toBeGreaterThan(asking);
  expect(asking).toBeGreaterThan(luck);
});

test("those that ask do so before each removal, and only the diagnosing oracle diagnoses", () => {
  for (const player of ["greedy_drop", "iis_member", "oracle", "heuristic"] as const)
    for (const { actions } of play(player, "hard")) {
      const types = typesOf(actions);
      expect(types).not.toContain(DIAGNOSE);
      types.forEach((type, k) => isRepair(type) && expect(types[k - 1]).toBe(GET_IIS));
    }
});

test("the heuristic relaxes a row before it drops it", () => {
  for (const { actions } of play("heuristic", "hard"))
    actions.forEach((action, k) => {
      if (action % ACTION_COUNT !== DROP) return;
      const relaxed = action - DROP + RELAX_LARGE;
      expect(actions.slice(0, k)).toContain(relaxed);
    });
});
