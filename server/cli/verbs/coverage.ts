import { AgainstStart } from "../../contracts/rollouts/against-start.ts";
import { groupName } from "../../contracts/rollouts/group-name.ts";
import { AGAINST_METHOD, againstRows, againstSentences } from "../../wording/against-start.ts";
import { writeCount, writeOf } from "../../wording/counts.ts";
import { writeNumber, writeWhole } from "../../wording/numbers.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";

/** Lost problems that are named without --json. */
const NAMED = 10;

function stepOf(input: VerbInput, name: "start" | "trained"): number | null {
  const given = text(input.options[name]);
  if (given === undefined) return null;
  if (!/^\d{1,15}$/.test(given)) throw usageError(`--${name} is a whole number from 0.`);
  return Number(given);
}

function thresholdOf(input: VerbInput): number | null {
  const given = text(input.options.threshold);
  if (given === undefined) return null;
  if (given.trim() === "" || !Number.isFinite(Number(given))) throw usageError("--threshold is a number.");
  return Number(given);
}

function print(found: AgainstStart): void {
  const { start, trained, threshold, lost, lostProblems } = found;
  say(
    `Step ${writeWhole(start.step)} against step ${writeWhole(trained.step)}; right from reward ${writeNumber(threshold)} on`,
  );
  const heads = ["", `>step ${writeWhole(start.step)}`, `>step ${writeWhole(trained.step)}`, "difference"];
  say(
    `\n${textTable(
      heads,
      againstRows(found).map((row) => [row.name, row.start, row.trained, row.difference]),
    )}\n`,
  );
  for (const message of againstSentences(found)) say(plain(message));
  for (const one of lostProblems.slice(0, NAMED))
    say(
      `  lost: ${plain(groupName(one))}, ${writeOf(one.startRight, one.startTries, "try", "tries")} right at the start`,
    );
  if (lost > NAMED) say(`  and ${writeCount(lost - NAMED)} more (--json lists them)`);
  say(`\n${AGAINST_METHOD}`);
}

export const verb: Verb = {
  name: "coverage",
  words: "RUN",
  wordCount: [1, 1],
  summary: "pass@k, Cover@tau and lost problems of a trained policy against its start",
  details:
    "From the completions of two evaluations of a run, the first and the last unless steps are named. Where completions say whether their answer was parsed, the gain is split into now parsed and now right; where they name versions of the policy, an evaluation that several answered is said and gives no difference.",
  examples: [
    ["npx ablab coverage baseline-s0", "the last evaluation against the first one"],
    ["npx ablab coverage baseline-s0 --start 0 --trained 400", "two evaluations by their steps"],
  ],
  options: talking({
    start: { type: "string", value: "N", help: "step of the start; default: the first evaluated one" },
    trained: { type: "string", value: "N", help: "step of the trained policy; default: the last one" },
    threshold: {
      type: "string",
      value: "REWARD",
      help: "reward from which a completion is right; default: halfway between least and greatest",
    },
  }),
  answer: AgainstStart,
  async run(input) {
    const [start, trained, threshold] = [
      stepOf(input, "start"),
      stepOf(input, "trained"),
      thresholdOf(input),
    ];
    const found = await ask(input, async (api) =>
      api.rollouts.againstStart.query({
        runId: await findRun(api, input.words[0], "read"),
        start,
        trained,
        threshold,
      }),
    );
    if (input.options.json) printJson(found);
    else print(found);
    return EXIT.done;
  },
};
