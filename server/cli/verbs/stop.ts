import { z } from "zod";
import { ID_PREFIXES } from "../../contracts/id-prefixes.ts";
import { MAX_RUNS_AT_ONCE } from "../../contracts/housekeeping/annotation-limits.ts";
import { RUN_STATES } from "../../contracts/run-lifecycle.ts";
import { type Api, ask, isNotFound } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { findRun, findRuns } from "../find-run.ts";
import { plain, printJson, say } from "../print.ts";
import { talking, text, type Verb } from "../verb.ts";

const RunAnswer = z.object({ state: z.enum(RUN_STATES), message: z.string() });
const ManyAnswer = z.object({
  /** Runs with a process that were asked to end. */
  asked: z.number().int(),
  /** Runs taken out of the queue. */
  dequeued: z.number().int(),
  message: z.string(),
});

async function stopExperiment(api: Api, text: string): Promise<z.infer<typeof ManyAnswer>> {
  const { id } = await api.experiments.find.query({ text });
  return api.experiments.stop.mutate({ id });
}

/** Stops the run that a word means, or the experiment of just this title where no run is called so. */
async function stopNamed(api: Api, word: string): Promise<z.infer<typeof RunAnswer | typeof ManyAnswer>> {
  try {
    return await api.runs.stop.mutate({ id: await findRun(api, word, "stop") });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const { id, title } = await api.experiments.find
      .query({ text: word })
      .catch(() => ({ id: "", title: null }));
    if (title !== word) throw error;
    return api.experiments.stop.mutate({ id });
  }
}

export const verb: Verb = {
  name: "stop",
  words: "RUN ... | EXPERIMENT",
  wordCount: [0, MAX_RUNS_AT_ONCE],
  summary:
    "stop a run, or all runs of an experiment: out of the queue at once, or by the stop signals of its recipe",
  details: `RUN is an id, the start of one, or a name that one run that has not ended has; EXPERIMENT is an id, or the title of one where no run is called so. Several runs are stopped together or, where one of them is not known, none. Points that were made stay.`,
  examples: [["npx ablab stop baseline-s0", "SIGINT, then SIGTERM, then SIGKILL; logged points stay"]],
  options: talking({
    experiment: {
      type: "string",
      value: "E",
      help: 'stop all runs of this experiment: id, start of one, title, or "latest"',
    },
  }),
  answer: z.union([RunAnswer, ManyAnswer]),
  async run(input) {
    const [word, ...others] = input.words;
    const told = text(input.options.experiment);
    if ((word === undefined) === (told === undefined))
      throw usageError("Say what to stop: a RUN or several, one EXPERIMENT, or --experiment E.");
    const experiment = told ?? (word.startsWith(`${ID_PREFIXES.experiment}_`) ? word : undefined);
    const answer = await ask(input, async (api) =>
      others.length > 0
        ? api.runs.stopMany.mutate({ ids: await findRuns(api, input.words, "stop") })
        : experiment === undefined
          ? stopNamed(api, word)
          : stopExperiment(api, experiment),
    );
    if (input.options.json) printJson(answer);
    else say(plain(answer.message));
    return EXIT.done;
  },
};
