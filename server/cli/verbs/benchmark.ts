import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { z } from "zod";
import { makeFolder } from "../../../workers/protocol/machine/make-folder.ts";
import { Benchmark, DifficultyCurve } from "../../contracts/benchmark.ts";
import {
  DIAGNOSIS_COUNTS,
  DIAGNOSIS_IDS,
  type DiagnosisCounts,
  type DiagnosisId,
} from "../../../packs/repair/contracts/choice.ts";
import { MAX_UPLOAD_FILE_BYTES, toBatches } from "../../contracts/upload/batches.ts";
import { type Api, ask } from "../client.ts";
import { CliError, EXIT, usageError } from "../exit.ts";
import { formatDifficulty } from "../../../packs/repair/cli/format-difficulty.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";
import { countOf, writeCount, writeOf } from "../../wording/counts.ts";
import { writeFaultTypes } from "../../wording/fault-types.ts";
import { writeBytes } from "../../wording/quantities.ts";

function filesUnder(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return filesUnder(path);
    return entry.isFile() && /\.(json|mps)$/i.test(entry.name) ? [path] : [];
  });
}

function readFolder(dir: string): { name: string; text: string }[] {
  const root = resolve(dir);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw usageError(`${dir} is not a folder.`);
  return filesUnder(root).map((path) => {
    const { size } = statSync(path);
    if (size > MAX_UPLOAD_FILE_BYTES)
      throw new CliError(
        `${relative(root, path)} has ${writeBytes(size)}; a benchmark file has at most ${writeBytes(MAX_UPLOAD_FILE_BYTES)}.`,
      );
    return { name: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") };
  });
}

async function add(input: VerbInput): Promise<number> {
  const dir = input.words[1];
  if (dir === undefined) throw usageError("Usage: npx ablab benchmark add DIR [--name N]");
  const name = text(input.options.name) ?? basename(resolve(dir));
  const files = readFolder(dir);
  if (files.length === 0) throw usageError(`${dir} holds no .json or .mps file.`);
  const stagingId = randomUUID();
  const benchmark = await ask(input, async (api) => {
    for (const batch of toBatches(files)) await api.benchmarks.stage.mutate({ stagingId, files: batch });
    return api.benchmarks.register.mutate({ stagingId, name });
  });
  if (input.options.json) printJson(benchmark);
  else {
    const { summary } = benchmark;
    say(
      `Registered "${plain(benchmark.name)}": ${writeOf(benchmark.n, summary.listed, "problem")}, ${writeFaultTypes(summary.types)}.`,
    );
    for (const caution of summary.cautions) say(plain(caution));
    for (const r of summary.doubts ?? []) say(`Doubtful ${plain(r.problem ?? r.file)}: ${plain(r.reason)}`);
    for (const r of summary.skipped)
      say(
        `Skipped ${plain(r.problem ?? r.file)} (${plain(r.file)}${r.line === null ? "" : ` line ${r.line}`}): ${plain(r.reason)}`,
      );
  }
  return EXIT.done;
}

async function listAll(input: VerbInput): Promise<number> {
  const { benchmarks: all, kept } = await ask(input, (api) => api.benchmarks.list.query());
  // Some minutes more they can be brought back.
  const benchmarks = all.filter(({ id }) => kept[id].purgeAt === undefined);
  if (input.options.json) printJson(benchmarks);
  else if (benchmarks.length === 0)
    say('No benchmark is registered. Register one with "npx ablab benchmark add DIR".');
  else {
    const rows = benchmarks.map((b) => [
      plain(b.name),
      writeCount(b.n),
      writeFaultTypes(b.summary.types),
      writeCount(b.summary.withRoots),
      b.hash.slice(0, 12),
    ]);
    say(textTable(["benchmark", ">problems", "types", ">with roots", "hash"], rows));
  }
  return EXIT.done;
}

/** The set that a name stands for, and what `ask` says of it. */
async function askOf<Answer>(
  input: VerbInput,
  name: string,
  answer: (api: Api, found: Benchmark) => Promise<Answer>,
): Promise<{ benchmark: Benchmark; answer: Answer }> {
  return ask(input, async (api) => {
    const { benchmarks } = await api.benchmarks.list.query();
    const found = benchmarks.find((b) => b.name === name);
    if (!found) throw new CliError(`There is no benchmark "${name}". "npx ablab benchmark list" names them.`);
    return { benchmark: found, answer: await answer(api, found) };
  });
}

async function gradient(input: VerbInput): Promise<number> {
  const [, name] = input.words;
  if (name === undefined) throw usageError("Usage: npx ablab benchmark difficulty NAME");
  // The server refuses words that are none.
  const da = text(input.options.da) as DiagnosisId | undefined;
  const counts = text(input.options.counts) as DiagnosisCounts | undefined;
  const { benchmark, answer } = await askOf(input, name, async (api, { id }) =>
    api.benchmarks.get.query({ id, da, counts }),
  );
  if (input.options.json) printJson({ benchmark, gradient: answer.gradient });
  else say(formatDifficulty(benchmark, answer.gradient));
  return EXIT.done;
}

async function exportSet(input: VerbInput): Promise<number> {
  const [, name] = input.words;
  const out = text(input.options.out);
  if (name === undefined || out === undefined)
    throw usageError("Usage: npx ablab benchmark export NAME --out DIR");
  const dir = resolve(out);
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw usageError(`${out} is not empty; nothing was written. Name a new folder.`);
  const { benchmark, answer: files } = await askOf(input, name, (api, { id }) =>
    api.benchmarks.files.query({ id }),
  );
  makeFolder(join(dir, "models"), "name another one with --out", 0o777);
  for (const file of files) writeFileSync(join(dir, file.name), file.text);
  if (input.options.json) printJson(benchmark);
  else say(`Wrote ${countOf(benchmark.n, "problem")} of "${plain(benchmark.name)}" to ${dir}.`);
  return EXIT.done;
}

export const verb: Verb = {
  name: "benchmark",
  words: "add DIR | list | difficulty NAME | export NAME",
  wordCount: [1, 2],
  summary:
    "register a folder of problems (dataset.json + models/*.mps), list those there are, show who solved which level of one, or write one as such a folder",
  details:
    "Files are read here and sent to the server. Bad problems are named and skipped; those of which the index says what their model contradicts are taken and named; a folder that is mostly bad is refused as a whole.",
  examples: [
    ["npx ablab benchmark list", "registered problem sets"],
    ["npx ablab benchmark add path/to/or_debug_bench_hard_da --name hard_da", "register a folder"],
    ["npx ablab benchmark difficulty hard_da", "who solved how much of each level"],
  ],
  options: talking({
    name: { type: "string", value: "N", help: "name of the benchmark; default: the folder's" },
    out: { type: "string", value: "DIR", help: "new folder that export writes" },
    da: { type: "string", value: "ID", help: `what difficulty reads as DA: ${DIAGNOSIS_IDS.join(", ")}` },
    counts: {
      type: "string",
      value: "ACTIONS",
      help: `what counts as naming: ${DIAGNOSIS_COUNTS.join(", ")}`,
    },
  }),
  answer: z.union([
    Benchmark,
    z.array(Benchmark),
    z.object({ benchmark: Benchmark, gradient: DifficultyCurve }),
  ]),
  async run(input) {
    if (input.words[0] === "add") return add(input);
    if (input.words[0] === "list" && input.words.length === 1) return listAll(input);
    if (input.words[0] === "difficulty" || input.words[0] === "gradient") return gradient(input);
    if (input.words[0] === "export") return exportSet(input);
    throw usageError(
      "Usage: npx ablab benchmark add DIR [--name N] | npx ablab benchmark list | npx ablab benchmark difficulty NAME | npx ablab benchmark export NAME --out DIR",
    );
  },
};
