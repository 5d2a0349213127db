import { expect, test } from "vitest";
import { ACTION_COUNT, SUBMIT } from "../env/actions.ts";
import { stream } from "../../math/rng.ts";
import { fixedSource } from "../curriculum/problem-source.ts";
import type { PrmUse } from "../prm/score-episodes.ts";
import { drawGroups, type Workplace } from "./draw-groups.ts";
import { Experience } from "./experience.ts";
import { easyProblems, ENVIRONMENT, twoStepProblems, SMALL_RUN, smallPolicy } from "./testing.ts";

const policy = smallPolicy(1);
const workplace = (decisions: number): Workplace => ({
  experience: new Experience(twoStepProblems(5), decisions),
  environments: [],
});

function actionsOf({ experience }: Workplace, episode: number): number[] {
  const actions: number[] = [];
  for (let d = 0; d < experience.count; d++)
    if (experience.episode[d] === episode) actions.push(experience.action[d]);
  return actions;
}

test("a draw is the same whatever was drawn before it, and another draw or step is another one", () => {
  const problems = easyProblems(1);
  const count = SMALL_RUN.prompts * SMALL_RUN.groupSize;
  const drawn = (trainStep: number, draw: number, firstEpisode: number) => {
    const place = workplace(2000);
    if (firstEpisode > 0) {
      drawGroups(policy, fixedSource(problems), place, { trainStep: 9, draw: 9, firstEpisode: 0 }, SMALL_RUN);
    }
    const groups = drawGroups(
      policy,
      fixedSource(problems),
      place,
      { trainStep, draw, firstEpisode },
      SMALL_RUN,
    );
    return { groups, actions: Array.from({ length: count }, (_, k) => actionsOf(place, firstEpisode + k)) };
  };
  const first = drawn(1, 0, 0);
  expect(drawn(1, 0, count)).toEqual(first);
  expect(drawn(1, 1, 0).actions).not.toEqual(first.actions);
  expect(drawn(2, 0, 0).actions).not.toEqual(first.actions);
  expect(first.groups.flatMap((group) => group.decisions)).toEqual(
    first.actions.map((actions) => actions.length),
  );
  expect(new Set(first.actions.map((actions) => actions.join())).size).toBeGreaterThan(count / 2);
});

test("an episode counts as cut only where it ran into the limit, not where it submitted or was solved", () => {
  const place = workplace(3000);
  const options = { ...SMALL_RUN, environment: { ...ENVIRONMENT, maxSteps: 1 }, prompts: 100, groupSize: 20 };
  const at = { trainStep: 1, draw: 0, firstEpisode: 0 };
  const groups = drawGroups(policy, fixedSource(twoStepProblems(5)), place, at, options);
  const overlong = groups.flatMap((group) => group.overlong);
  let submitted = 0;
  overlong.forEach((isCut, episode) => {
    const [action] = actionsOf(place, episode);
    if (action % ACTION_COUNT === SUBMIT) submitted++;
    expect(isCut).toBe(action % ACTION_COUNT !== SUBMIT);
  });
  expect(submitted).toBeGreaterThan(5);
});

test("a reward model scores every group, or only those that the reward tells apart", () => {
  const network = smallPolicy(7);
  network.initialize(stream(3));
  const draw = (scope: "all" | "live", use: PrmUse = "mean") =>
    drawGroups(
      policy,
      fixedSource(twoStepProblems(5)),
      workplace(2000),
      { trainStep: 1, draw: 0, firstEpisode: 0 },
      {
        ...SMALL_RUN,
        prm: { network, weight: 0.5, use, scope },
      },
    );
  const [all, live] = [draw("all"), draw("live")];
  const isDead = (raw: readonly number[]) => new Set(raw).size === 1;
  expect(all.some(({ raw }) => isDead(raw)) && all.some(({ raw }) => !isDead(raw))).toBe(true);
  all.forEach(({ raw, shaped, prm }, g) => {
    shaped.forEach((value, k) => expect(value).toBeCloseTo(raw[k] + 0.5 * (prm?.[k] ?? 0), 6));
    expect(live[g].shaped).toEqual(isDead(raw) ? raw : shaped);
    expect(live[g].prm).toEqual(prm);
  });
  const last = draw("all", "last");
  expect(last.map(({ prm }) => prm)).toEqual(all.map(({ prm }) => prm));
  expect(last.map(({ shaped }) => shaped)).not.toEqual(all.map(({ shaped }) => shaped));
});
