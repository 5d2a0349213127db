import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { WireNumber } from "../../../workers/protocol/events.ts";
import type { CompletionView, GroupRow, RolloutStep } from "../../contracts/rollouts/rollouts.ts";
import { groupName } from "../../contracts/rollouts/group-name.ts";
import { ROLLOUT_PHASES } from "../../contracts/rollouts/rollout-limits.ts";
import { countOf, writeCount, writeOf } from "../../wording/counts.ts";
import { writeNumber, writeWhole } from "../../wording/numbers.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { NOT_MEASURED } from "../../wording/typography.ts";
import { ask, type Api } from "../client.ts";
import { CliError, EXIT, usageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb } from "../verb.ts";

const Phase = z.enum(ROLLOUT_PHASES);
const Turn = z.object({
  role: z.string(),
  text: z.string(),
  reward: z.union([WireNumber, z.string()]).nullable(),
});
const Cell = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** A completion with everything that is kept of it. */
const Completion = z.object({
  run: z.string(),
  phase: Phase,
  step: z.number().int(),
  group: z.string(),
  place: z.number().int(),
  reward: WireNumber.nullable(),
  rewards: z.record(z.string(), z.union([z.number(), z.string()]).nullable()),
  advantage: WireNumber.nullable(),
  length: z.number().nullable(),
  truncated: z.boolean().nullable(),
  stopReason: z.string().nullable(),
  extra: z.record(z.string(), Cell),
  prompt: z.array(Turn),
  completion: z.array(Turn),
});
type Completion = z.infer<typeof Completion>;

const Rollouts = z.object({
  run: z.string(),
  steps: z.array(
    z.object({
      phase: Phase,
      step: z.number().int(),
      kind: z.enum(["texts", "rewards", "episodes"]),
      groups: z.number().int(),
      n: z.number().int(),
      mean: z.number().nullable(),
    }),
  ),
  /** Of the step that was asked for; empty where none was, and where they went into a file. */
  completions: z.array(Completion),
  /** What was written where --out was given. */
  written: z.object({ file: z.string(), completions: z.number().int(), bytes: z.number().int() }).nullable(),
});
type Written = NonNullable<z.infer<typeof Rollouts>["written"]>;

/** Where a completion stands. */
interface Place {
  runId: string;
  phase: RolloutStep["phase"];
  step: number;
  key: string;
}

/** A whole text, page after page; turns that a page cuts are put together again. */
async function wholeText(api: Api, at: Place, place: number | null): Promise<z.infer<typeof Turn>[]> {
  const turns: z.infer<typeof Turn>[] = [];
  for (let [page, pages] = [0, 1]; page < pages; page++) {
    const read = await api.rollouts.text.query({ ...at, place, page });
    if (read === null) break;
    pages = read.pages;
    for (const { begins, role, text: part, reward } of read.turns)
      if (begins) turns.push({ role, text: part, reward });
      else turns[turns.length - 1].text += part;
  }
  return turns;
}

async function* groupsOf(api: Api, at: Omit<Place, "key">): AsyncGenerator<GroupRow> {
  for (let [page, seen, total] = [0, 0, 1]; seen < total; page++) {
    const view = await api.rollouts.step.query({ ...at, order: "key", page });
    total = view?.total ?? 0;
    if (!view || view.groups.length === 0) return;
    seen += view.groups.length;
    yield* view.groups;
  }
}

/** The completions of a step, group by group. */
async function* completionsOf(api: Api, at: Omit<Place, "key">): AsyncGenerator<Completion> {
  const { runId: run, phase, step } = at;
  for await (const { key } of groupsOf(api, at)) {
    const group = await api.rollouts.group.query({ ...at, key });
    const prompt = group.hasPrompt ? await wholeText(api, { ...at, key }, null) : [];
    for (const one of group.completions) {
      const { place, reward, rewards, advantage, length, truncated, stopReason, extra } = one;
      const completion = one.turns === null ? [] : await wholeText(api, { ...at, key }, place);
      const numbers = { reward, rewards, advantage, length, truncated, stopReason, extra };
      yield { run, phase, step, group: key, place, ...numbers, prompt, completion };
    }
  }
}

function printSteps(steps: readonly RolloutStep[]): void {
  const rows = steps.map(({ phase, step, groups, n, mean, kind }) => [
    phase,
    writeWhole(step),
    writeCount(groups),
    writeCount(n),
    mean === null ? NOT_MEASURED : writeNumber(mean),
    kind,
  ]);
  say(textTable(["phase", ">step", ">groups", ">completions", ">mean reward", "kept"], rows));
}

const OPENING = 60;
const opening = (turns: Completion["completion"]): string =>
  plain(
    turns
      .map((turn) => turn.text)
      .join(" ")
      .replace(/\s+/g, " "),
  ).slice(0, OPENING);

const rewardText = (reward: CompletionView["reward"]): string =>
  reward === null ? NOT_MEASURED : typeof reward === "number" ? writeNumber(reward) : reward;

function printCompletions(found: readonly Completion[]): void {
  const rows = found.map((one) => [
    plain(groupName({ key: one.group, opening: one.prompt.at(-1)?.text }))
      .replace(/\s+/g, " ")
      .slice(0, 24),
    writeWhole(one.place),
    rewardText(one.reward),
    one.length === null ? NOT_MEASURED : writeWhole(one.length),
    one.truncated ? "cut" : "",
    opening(one.completion),
  ]);
  say(textTable(["group", ">place", ">reward", ">length", "", "begins"], rows));
}

/** Does something with a file; where it fails the person is told with which. */
function withFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CliError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** Writes completions as lines of JSON, all of them or none: beside the file first, which then takes the name. */
async function writeLines(
  api: Api,
  file: string,
  run: string,
  steps: readonly RolloutStep[],
): Promise<Written> {
  const unfinished = `${file}.part`;
  const written = { file, completions: 0, bytes: 0 };
  const out = withFile(file, () => openSync(unfinished, "w"));
  try {
    for (const { phase, step } of steps)
      for await (const one of completionsOf(api, { runId: run, phase, step })) {
        const line = Buffer.from(`${JSON.stringify(one)}\n`);
        withFile(file, () => writeFileSync(out, line));
        written.completions += 1;
        written.bytes += line.length;
      }
    withFile(file, () => renameSync(unfinished, file));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    closeSync(out);
  }
  return written;
}

export const verb: Verb = {
  name: "rollouts",
  words: "RUN",
  wordCount: [1, 1],
  summary: "list the steps with completions of a run, read those of one step, or write them to a file",
  details:
    "Without --step the steps are listed. --out writes one JSON line for each completion, of all steps or of one: its prompt and text by turns, rewards by function, advantage, length.",
  examples: [
    ["npx ablab rollouts baseline-s0 --step 40", "completions of one step"],
    ["npx ablab rollouts baseline-s0 --out completions.jsonl", "prompts, texts and rewards into a file"],
  ],
  options: talking({
    step: { type: "string", value: "N", help: "the completions of this step" },
    phase: { type: "string", value: "PHASE", help: "train or eval; default: both" },
    out: { type: "string", value: "FILE.jsonl", help: "file to write" },
  }),
  answer: Rollouts,
  async run(input) {
    const [asked, phase, file] = [
      text(input.options.step),
      text(input.options.phase),
      text(input.options.out),
    ];
    if (asked !== undefined && !/^\d{1,15}$/.test(asked))
      throw usageError("--step is a whole number from 0.");
    if (phase !== undefined && !Phase.safeParse(phase).success)
      throw usageError(`--phase is ${ROLLOUT_PHASES.join(" or ")}, not "${plain(phase)}".`);
    return ask(input, async (api) => {
      const run = await findRun(api, input.words[0], "read");
      const all = await api.rollouts.steps.query({ runId: run });
      const steps = all.filter(
        (one) => (phase ?? one.phase) === one.phase && (asked === undefined || Number(asked) === one.step),
      );
      if (steps.length === 0) {
        if (input.options.json) printJson({ run, steps: [], completions: [], written: null });
        else say(all.length === 0 ? "This run has no completions." : "This run has none there.");
        return input.options.json ? EXIT.done : EXIT.failed;
      }
      if (file !== undefined) {
        const written = await writeLines(api, file, run, steps);
        if (input.options.json) printJson({ run, steps, completions: [], written });
        else {
          const of = writeOf(steps.length, all.length, "step");
          say(
            `Wrote ${file}: ${countOf(written.completions, "completion")} of ${of}, ${writeBytes(written.bytes)}.`,
          );
        }
        return EXIT.done;
      }
      const completions: Completion[] = [];
      if (asked !== undefined)
        for (const { phase: of, step } of steps)
          for await (const one of completionsOf(api, { runId: run, phase: of, step })) completions.push(one);
      if (input.options.json) printJson({ run, steps, completions, written: null });
      else if (asked === undefined) printSteps(steps);
      else printCompletions(completions);
      return EXIT.done;
    });
  },
};
