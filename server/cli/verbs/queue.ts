import { z } from "zod";
import { PRIORITIES } from "../../contracts/queue/priorities.ts";
import { Queue, QueueAnswer, Priority } from "../../contracts/queue/queue.ts";
import { countOf } from "../../wording/counts.ts";
import { type Api, ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";

const USAGE =
  "Usage: npx ablab queue [list], queue move RUN --before RUN | --first | --last, queue priority RUN LEVEL, queue now RUN, queue pause, queue resume.";

function printQueue({ runs, total, paused }: Queue): void {
  if (paused) say(plain(`The queue was paused by ${paused.by}; only runs started with “now” start.`));
  if (total === 0) say("Queue is empty.");
  else
    say(
      textTable(
        ["run", "priority", "why it waits", "experiment", "project"],
        runs.map(({ name, priority, why, experiment, project }) =>
          [name, priority, why, experiment, project.slug].map(plain),
        ),
      ),
    );
  if (total > runs.length) say(`And ${countOf(total - runs.length, "more run")}.`);
}

/** Before which run of the queue something is to stand; null: behind all. */
async function placeOf(api: Api, { options }: VerbInput, id: string): Promise<string | null> {
  const before = text(options.before);
  const told = [before !== undefined, options.first === true, options.last === true].filter(Boolean);
  if (told.length !== 1) throw usageError("queue move takes one of --before RUN, --first and --last.");
  if (before !== undefined) return findRun(api, before, "read");
  if (options.last === true) return null;
  return (await api.queue.read.query()).runs.find(({ runId }) => runId !== id)?.runId ?? null;
}

async function change(api: Api, input: VerbInput): Promise<QueueAnswer> {
  const [what, name, level] = input.words;
  if ((what === "pause" || what === "resume") && name === undefined)
    return api.queue.pause.mutate({ paused: what === "pause" });
  if (what === "move" && name !== undefined && level === undefined) {
    const id = await findRun(api, name, "read");
    return api.queue.move.mutate({ id, before: await placeOf(api, input, id) });
  }
  if (what === "now" && name !== undefined && level === undefined)
    return api.queue.prioritise.mutate({ id: await findRun(api, name, "read"), priority: "now" });
  if (what === "priority" && name !== undefined) {
    const priority = Priority.safeParse(level);
    if (!priority.success) throw usageError(`A priority is one of ${PRIORITIES.join(", ")}.`);
    return api.queue.prioritise.mutate({ id: await findRun(api, name, "read"), priority: priority.data });
  }
  throw usageError(USAGE);
}

export const verb: Verb = {
  name: "queue",
  words: "[list | move RUN | priority RUN LEVEL | now RUN | pause | resume]",
  wordCount: [0, 3],
  summary: "what waits and in which order; move a run, give it a priority, run it now, pause the queue",
  details:
    "LEVEL is now, high, normal or low. A paused queue gives out nothing but what is to run now; what trains goes on. One worker is paused by worker drain NAME.",
  examples: [
    ["npx ablab queue", "what is queued, in order"],
    ["npx ablab queue priority baseline-s0 high", "raise a run"],
    ["npx ablab queue pause", "start nothing until resume"],
  ],
  options: talking({
    before: { type: "string", value: "RUN", help: "of move: the run before which it comes to stand" },
    first: { type: "boolean", help: "of move: before all others" },
    last: { type: "boolean", help: "of move: behind all others" },
  }),
  answer: z.union([Queue, QueueAnswer]),
  async run(input) {
    const [what = "list"] = input.words;
    if (what === "list" && input.words.length < 2) {
      const queue = await ask(input, (api) => api.queue.read.query());
      if (input.options.json) printJson(queue);
      else printQueue(queue);
      return EXIT.done;
    }
    const answer = await ask(input, (api) => change(api, input));
    if (input.options.json) printJson(answer);
    else say(plain(answer.message));
    return EXIT.done;
  },
};
