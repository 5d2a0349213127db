import { expect, test } from "vitest";
import { evaluate, evaluationStreams } from "../algo/evaluate.ts";
import { easyProblems, ENVIRONMENT, smallPolicy } from "../algo/testing.ts";
import { RepairEnv } from "../env/env.ts";
import { traceEpisode } from "../env/trace.ts";
import { type RecordedStep, replayEpisode } from "./replay-episode.ts";

const problems = easyProblems(8);
const episodes = evaluate(smallPolicy(4), problems, { environment: ENVIRONMENT, temperature: 1, seed: 6 });
const traces = episodes.map(({ problem, actions }) => traceEpisode(problem, actions));
const replay = (i: number, steps: readonly RecordedStep[], on = i) => {
  const actions: number[] = [];
  const env = new RepairEnv(ENVIRONMENT);
  const rng = evaluationStreams(6, i).environment;
  const mismatch = replayEpisode(env, problems[on], rng, steps, (_, action) => actions.push(action));
  return { mismatch, actions };
};

test("every episode of an evaluation is played again action by action from its record", () => {
  episodes.forEach(({ actions }, i) => {
    expect(replay(i, traces[i])).toEqual({ mismatch: null, actions: [...actions] });
  });
  expect(episodes.some(({ outcome }) => outcome.solved)).toBe(true);
});

test("the observations are those the policy had: a greedy policy chooses the recorded actions again", () => {
  const policy = smallPolicy(4);
  const options = { environment: ENVIRONMENT, temperature: 0, seed: 6 };
  const greedy = evaluate(policy, problems, options);
  greedy.forEach(({ problem, actions }, i) => {
    const env = new RepairEnv(ENVIRONMENT);
    const seen: number[] = [];
    replayEpisode(env, problem, evaluationStreams(6, i).environment, traceEpisode(problem, actions), () => {
      const { features, mask, scores } = policy;
      const rows = env.observe(features, 0, mask, 0);
      policy.forward(rows);
      let best = -1;
      for (let a = 0; a < rows * policy.shape.actions; a++)
        if (mask[a] && (best < 0 || scores[a] > scores[best])) best = a;
      seen.push(best);
    });
    expect(seen).toEqual(actions);
  });
});

test("what cannot have happened on the problem is told in words", () => {
  const i = traces.findIndex((trace) => trace.some((step) => step.target !== null));
  const at = traces[i].findIndex((step) => step.target !== null);
  const changed = (over: Partial<RecordedStep>) =>
    replay(i, traces[i].with(at, { ...traces[i][at], ...over }));
  expect(changed({ target: "nobody" }).mismatch).toMatch(/^step \d+ \(\w+ nobody\) is not possible there$/);
  const last = traces[i].length - 1;
  const status = traces[i][last].status === "OPTIMAL" ? "INFEASIBLE" : "OPTIMAL";
  expect(replay(i, traces[i].with(last, { ...traces[i][last], status })).mismatch).toMatch(
    /^after step \d+ .* the model is \w+, not \w+$/,
  );
  const solved = traces.findIndex((trace) => trace.at(-1)?.status === "OPTIMAL");
  const more = [...traces[solved], { action: "GET_IIS", target: null, status: "OPTIMAL" } as const];
  expect(replay(solved, more).mismatch).toMatch(/comes after the episode is over$/);
});

test("a name that a row and a column share is told, where the action does not say which", () => {
  const [problem] = easyProblems(1, 40);
  problem.model.colNames = Array.from({ length: problem.model.colCount }, (_, j) => `v${j}`);
  problem.model.rowNames = Array.from({ length: problem.model.rowCount }, (_, r) => `v${r}`);
  const steps = (action: "DIAGNOSE" | "RELAX_SMALL"): RecordedStep[] => [
    { action, target: "v0", status: "INFEASIBLE" },
  ];
  const play = (action: "DIAGNOSE" | "RELAX_SMALL") =>
    replayEpisode(
      new RepairEnv(ENVIRONMENT),
      problem,
      evaluationStreams(1, 0).environment,
      steps(action),
      () => 0,
    );
  expect(play("DIAGNOSE")).toMatch(/may mean a row or a column/);
  expect(play("RELAX_SMALL") ?? "").not.toMatch(/may mean/);
});
