import { randomUUID } from "node:crypto";
import { PIPELINES } from "../../../workers/recipes/pipelines.ts";
import { parseSeeds } from "../../contracts/launch/seeds.ts";
import { ask } from "../client.ts";
import { usageError } from "../exit.ts";
import { LaunchAnswer, reportLaunch } from "../report-launch.ts";
import { PROJECT_OPTION, projectOf } from "../current-project.ts";
import { deviceOf, LIMIT_OPTIONS, limitsOf } from "../limits.ts";
import { say } from "../print.ts";
import { talking, text, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "pipeline",
  words: "[NAME]",
  wordCount: [0, 1],
  summary: "launch several recipes at once, each waiting for what an earlier one makes",
  details: `Pipelines: ${PIPELINES.map((chain) => `${chain.id} (${chain.title})`).join(", ")}.`,
  examples: [
    ["npx ablab pipeline --seeds 0-2", "SFT, GRPO, DGRO, labels, a reward model and its use, in one launch"],
  ],
  options: talking({
    seeds: {
      type: "string",
      value: "LIST",
      help: "seeds of the stages trained more than once; each pipeline has its own",
    },
    benchmark: { type: "string", value: "N", help: "registered benchmark to train and evaluate on" },
    smoke: { type: "boolean", help: "every recipe in about two seconds, to see it work" },
    title: { type: "string", value: "TEXT", help: "title of the new experiment" },
    ...PROJECT_OPTION,
    ...LIMIT_OPTIONS,
    wait: { type: "boolean", help: "wait until every run has ended; exit 1 if one did not finish" },
  }),
  answer: LaunchAnswer,
  async run(input) {
    const told = text(input.options.seeds);
    const seeds = told === undefined ? undefined : parseSeeds(told);
    if (told !== undefined && seeds === null)
      throw usageError(`--seeds takes whole numbers such as 0-2 or 0,3,7, not "${told.slice(0, 80)}".`);
    const launched = await ask(input, async (api) => {
      const plan = await api.runs.planPipeline.query({
        chain: input.words[0] ?? PIPELINES[0].id,
        seeds: seeds ?? undefined,
        smoke: input.options.smoke === true,
        problems: text(input.options.benchmark) ?? "generated",
        device: deviceOf(input),
      });
      if (plan.issues.length > 0) throw usageError(plan.issues[0].message);
      if (plan.devices && !input.options.json) say(plan.devices.message);
      const title = text(input.options.title) ?? plan.title;
      return api.runs.launchPipeline.mutate({
        launchKey: randomUUID(),
        experiment: { title, project: projectOf(input) },
        stages: plan.launch,
        baseline: plan.baseline,
        primary: plan.primary ?? undefined,
        limits: limitsOf(input),
      });
    });
    return reportLaunch(input, launched);
  },
};
