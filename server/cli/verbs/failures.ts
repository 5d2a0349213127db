import { statSync } from "node:fs";
import { resolve } from "node:path";
import { failuresOfFile } from "../../importers/results-db/failures.ts";
import { FileFailures, type ModelFailures } from "../../contracts/rollouts/file-failures.ts";
import { countOf, writeCount, writeOf } from "../../wording/counts.ts";
import { writeNumber } from "../../wording/numbers.ts";
import { CliError, EXIT, usageError } from "../exit.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { text, type Verb, type VerbInput } from "../verb.ts";

const SHOWN = 10;

function printModel({ model, n, kinds, byType, conflict, meanSteps, cases }: ModelFailures): void {
  say("");
  say(plain(`${model}: ${writeOf(cases.length, n, "episode")} failed or slow.`));
  say(
    textTable(
      ["kind", ">episodes"],
      kinds.map(({ kind, count }) => [kind, writeOf(count, n)]),
    ),
  );
  say("");
  say(
    textTable(
      ["type", ">n", ">failed", ">slow"],
      byType.map(({ name, n: of, failed, slow }) => [
        plain(name),
        writeCount(of),
        writeCount(failed),
        writeCount(slow),
      ]),
    ),
  );
  if (conflict)
    say(
      `Of these, ${writeOf(conflict.n, cases.length)} know their conflict: ${writeNumber(conflict.mean, 1)} elements on average, ${writeCount(conflict.least)} to ${writeCount(conflict.most)}.`,
    );
  if (meanSteps !== null) say(`They took ${writeNumber(meanSteps, 1)} steps on average.`);
  for (const { key, kind, steps } of cases.slice(0, SHOWN))
    say(plain(`  ${key}: ${kind} after ${countOf(steps, "step")}`));
  if (cases.length > SHOWN) say(`  And ${writeCount(cases.length - SHOWN)} more; --json has all.`);
}

function print({ file, rows, models, skipped, lacks }: FileFailures): void {
  say(plain(`${file}: ${countOf(rows, "episode")} of ${countOf(models.length, "model")}.`));
  models.forEach(printModel);
  say("");
  for (const { model, problem, reason } of skipped.slice(0, SHOWN))
    say(plain(`Left out ${problem} of ${model}: ${reason}.`));
  if (skipped.length > SHOWN) say(`And ${writeCount(skipped.length - SHOWN)} more were left out.`);
  say("Not in the file:");
  for (const lack of lacks) say(`- ${lack}`);
}

function count({ options }: VerbInput, name: string, otherwise: number, least: number): number {
  const given = text(options[name]);
  if (given === undefined) return otherwise;
  const value = Number(given);
  if (!Number.isInteger(value) || value < least)
    throw usageError(`--${name} is a whole number from ${least}, not "${given}".`);
  return value;
}

export const verb: Verb = {
  name: "failures",
  words: "FILE",
  wordCount: [1, 1],
  summary: "say how the episodes in a results.db of LLM-for-OR failed, and where each model is weak",
  details:
    "Kinds are those that the recipe of this name tells, in the order of collect_sft_failures.py; a solved episode can be slow.\nThe file is read here and not changed, nothing is stored, and no server is needed. What the file does not hold is said.",
  examples: [
    [
      "npx ablab failures results.db",
      "how episodes of an LLM-for-OR results.db failed, and where each model is weak",
    ],
  ],
  options: {
    model: { type: "string", value: "M", help: "only the episodes of this model; default: every model" },
    "max-steps": { type: "string", value: "N", help: "steps that an episode may take; default: 20" },
    "slow-over": {
      type: "string",
      value: "N",
      help: "steps above which a solved episode is slow; default: 5, 0 counts none",
    },
    json: { type: "boolean", help: "print one JSON document (schema: docs/json)" },
  },
  answer: FileFailures,
  async run(input) {
    const file = resolve(input.words[0]);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw usageError(`There is no file ${file}.`);
    const limits = { maxSteps: count(input, "max-steps", 20, 1), slowOver: count(input, "slow-over", 5, 0) };
    const found = readOrSay(file, limits);
    const model = text(input.options.model);
    if (model !== undefined && !found.models.some((one) => one.model === model))
      throw new CliError(
        `${file} has no episode of the model "${model}". It has: ${found.models.map((one) => one.model).join(", ") || "none"}.`,
      );
    const isAsked = (one: { model: string }) => model === undefined || one.model === model;
    const answer = {
      ...found,
      models: found.models.filter(isAsked),
      skipped: found.skipped.filter(isAsked),
    };
    if (input.options.json) printJson(answer);
    else print(answer);
    return EXIT.done;
  },
};

function readOrSay(file: string, limits: Parameters<typeof failuresOfFile>[1]): FileFailures {
  try {
    return failuresOfFile(file, limits);
  } catch (error) {
    throw error instanceof Error ? new CliError(error.message) : error;
  }
}
