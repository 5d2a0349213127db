import { readFileSync } from "node:fs";
import { populationHash } from "../lp/population-hash.ts";
import { stream } from "../math/rng.ts";
import { ProblemFile } from "../protocol/problem-file.ts";
import { rawReward, type RewardName, unpayable } from "../lab/algo/rewards.ts";
import { ACTION_COUNT, ACTIONS, GET_IIS } from "../lab/env/actions.ts";
import { RepairEnv } from "../lab/env/env.ts";
import { problemFromRecord, UnplayableProblem } from "../lab/env/from-benchmark.ts";
import { generateProblem } from "../lab/env/generate.ts";
import { heldOutProblem, leakSentence, splitContents } from "../lab/env/held-out.ts";
import { PLAYERS, type PlayerName } from "../lab/env/players.ts";
import type { Problem } from "../lab/env/problem.ts";
import { traceEpisode } from "../lab/env/trace.ts";
import { labelStep } from "../lab/prm/label-step.ts";
import {
  JudgeProblem,
  type LabelledText,
  type OpenedProblem,
  REPAIR_REWARDS,
  type RepairSource,
  type Verdict,
} from "./messages.ts";
import { actionText, meantAction, readActions, repairPrompt } from "./repair-text.ts";

/** First index of the streams of a judge, apart from those of trainings of our own. */
const JUDGE_STREAM = 7001;

/** Problems of a registered set, of one side of its split. */
function problemsOfFile(path: string, { part, seed, heldOutShare, count }: RepairSource): Problem[] {
  const file = ProblemFile.safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (!file.success) throw new JudgeProblem(`${path} is no problem file: ${file.error.issues[0].message}`);
  const { train, heldOut } = splitContents(
    file.data.problems.map(({ hash }) => hash),
    seed,
    heldOutShare,
  );
  const wanted = new Set(part === "train" ? train : heldOut);
  const records = file.data.problems.filter(({ hash }) => wanted.delete(hash)).slice(0, count);
  if (records.length === 0)
    throw new JudgeProblem(
      `The benchmark ${file.data.name} has no problems on the side "${part}" of its split. Change the held-out share.`,
    );
  return records.map((record) => {
    try {
      return problemFromRecord(record);
    } catch (error) {
      throw error instanceof UnplayableProblem ? new JudgeProblem(error.message) : error;
    }
  });
}

function problemsOf(source: RepairSource): Problem[] {
  if (source.file !== null) return problemsOfFile(source.file, source);
  const { part, seed, level, count } = source;
  const make = part === "held_out" ? heldOutProblem : generateProblem;
  return Array.from({ length: count }, (_, i) => make(seed, i, level));
}

/** Why these must not be learnt from; null where they may. The split of a file is by content, so its sides share none. */
function leakOf(
  { file, part, seed, level, heldOut }: RepairSource,
  problems: readonly Problem[],
): string | null {
  if (file !== null || part === "held_out") return null;
  const held = Array.from({ length: heldOut }, (_, i) => heldOutProblem(seed, i, level).contentHash);
  const learnt = problems.map(({ key, contentHash }) => ({ key, hash: contentHash }));
  return leakSentence(learnt, new Set(held), "training set");
}

/** Problems of linear programs that are to be repaired, with a judge of answers to them. */
export class RepairSet {
  readonly problems: readonly Problem[];
  readonly #env: RepairEnv;
  readonly #shows: RepairSource["shows"];

  constructor(source: RepairSource) {
    this.problems = problemsOf(source);
    this.#shows = source.shows;
    const leak = leakOf(source, this.problems);
    if (leak !== null) throw new JudgeProblem(leak);
    this.#env = new RepairEnv({
      maxSteps: source.maxSteps,
      observation: "full",
      sigma: 0,
      randomPivotIis: false,
      hideInitialIis: false,
      seesNames: false,
    });
  }

  get hash(): string {
    return populationHash(this.problems.map(({ contentHash }) => contentHash));
  }

  open(): OpenedProblem[] {
    return this.problems.map((problem, i) => ({
      key: problem.key,
      hash: problem.contentHash,
      type: problem.type,
      level: problem.level,
      prompt: repairPrompt(problem, this.#shows),
      answer: this.#play(i, "diagnosing_oracle", 0)
        .filter((action) => action % ACTION_COUNT !== GET_IIS)
        .map((action) => actionText(problem, action))
        .join("\n"),
    }));
  }

  #play(i: number, player: PlayerName, seed: number): readonly number[] {
    const env = this.#env;
    const rng = stream(seed, JUDGE_STREAM, i);
    env.reset(this.problems[i], stream(seed, JUDGE_STREAM, i, 1), 0);
    while (!env.done) env.step(PLAYERS[player](env, rng));
    return env.actions;
  }

  /** Takes the actions of an answer one after the other, until the episode is over or one of them is not possible. */
  judge(i: number, text: string, reward: string): Verdict {
    const problem = this.problems[i];
    const name = REPAIR_REWARDS.find((one) => one === reward) as RewardName | undefined;
    if (name === undefined)
      throw new JudgeProblem(`A repair is not paid by "${reward}", but by ${REPAIR_REWARDS.join(", ")}.`);
    const refused = unpayable(name, problem);
    if (refused !== null) throw new JudgeProblem(refused);
    const env = this.#env;
    env.reset(problem, stream(0, JUDGE_STREAM, i, 1), 0);
    const actions = readActions(text);
    let ending = actions.length === 0 ? "no action" : "open";
    let error: string | null = null;
    for (const written of actions) {
      if (env.done) break;
      const action = meantAction(env, written);
      if (action === null) {
        ending = "not possible";
        error = `${ACTIONS[written.type]}(${written.target}) is not possible at step ${env.steps + 1}.`;
        break;
      }
      env.step(action);
    }
    const isOver = env.done && ending === "open";
    if (isOver)
      ending = env.solved ? "solved" : env.steps >= env.config.maxSteps ? "at the step limit" : "submitted";
    const outcome = env.outcome();
    const isMalformed = ending === "no action" || ending === "not possible" || ending === "at the step limit";
    const { solved, steps, op, da, clean } = outcome;
    return {
      reward: rawReward(name, outcome, isMalformed),
      solved,
      steps,
      ending,
      op,
      da,
      passed: null,
      clean,
      error,
    };
  }

  /** One episode on each problem, by players that differ in skill, with the label of each step. */
  label(seed: number): LabelledText[] {
    const players: PlayerName[] = ["random", "heuristic", "iis_member", "diagnosing_oracle"];
    return this.problems.map((problem, i) => {
      const actions = this.#play(i, players[i % players.length], seed);
      return {
        problem: i,
        prompt: repairPrompt(problem, this.#shows),
        steps: traceEpisode(problem, actions).map((step, k) => ({
          text: actionText(problem, actions[k]),
          ...labelStep(step),
        })),
      };
    });
  }
}
