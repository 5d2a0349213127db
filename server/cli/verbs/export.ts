import { createWriteStream, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { z } from "zod";
import { MAX_RUNS_AT_ONCE } from "../../contracts/housekeeping/annotation-limits.ts";
import { ask, findServer } from "../client.ts";
import { CliError, EXIT, usageError } from "../exit.ts";
import { findRuns } from "../find-run.ts";
import { printJson, say } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";
import { countOf, writeCount } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";

const Exported = z.object({
  file: z.string(),
  bytes: z.number().int(),
  series: z.number().int(),
  points: z.number().int(),
});
type Exported = z.infer<typeof Exported>;

/** The path of the export that the words and options mean. */
async function pathOf(input: VerbInput): Promise<string> {
  const isOfRuns = input.words.length > 0;
  const experiment = text(input.options.experiment);
  const project = text(input.options.project);
  if ([isOfRuns, experiment !== undefined, project !== undefined].filter(Boolean).length !== 1)
    throw usageError("Say what to export: a run or several, --experiment EXPERIMENT, or --project PROJECT.");
  if (project !== undefined) return `projects/${encodeURIComponent(project)}`;
  if (experiment === undefined)
    return `runs/${(await ask(input, (api) => findRuns(api, input.words, "read"))).join(",")}`;
  return `experiments/${(await ask(input, (api) => api.experiments.find.query({ text: experiment }))).id}`;
}

async function refusal(answer: Response): Promise<CliError> {
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  const code = answer.status === 404 ? EXIT.usage : EXIT.failed;
  return new CliError(message ?? `The server answered with ${answer.status}.`, code);
}

async function download(input: VerbInput, path: string, file: string): Promise<Exported> {
  const { url, token } = findServer(input);
  const address = `${url}/api/export/${path}.parquet`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } }).catch(
    (error: unknown) => {
      throw new CliError(
        `No Ablab server answers at ${url} (${error instanceof Error ? error.message : String(error)}).`,
      );
    },
  );
  if (!answer.ok || !answer.body) throw await refusal(answer);
  const count = (name: string) => Number(answer.headers.get(name));
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(file));
  } catch (error) {
    rmSync(file, { force: true });
    throw new CliError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  return {
    file,
    bytes: count("content-length"),
    series: count("x-ablab-series"),
    points: count("x-ablab-points"),
  };
}

export const verb: Verb = {
  name: "export",
  words: "[RUN ...]",
  wordCount: [0, MAX_RUNS_AT_ONCE],
  summary: "write every point of runs, an experiment or a project to a Parquet file",
  details:
    "One row per point: project, run, run_name, metric, axis, attempt, seq, x, value, at (ms since 1970, UTC). Values keep all their bits, NaN and infinities included. RUN and EXPERIMENT are an id, the start of one, a name or title.",
  examples: [
    ["npx ablab export baseline-s0 --out points.parquet", "every point; also --experiment and --project"],
  ],
  options: talking({
    out: { type: "string", value: "FILE", help: "file to write" },
    experiment: { type: "string", value: "EXPERIMENT", help: "export all runs of an experiment" },
    project: { type: "string", value: "PROJECT", help: "export all runs of a project, by its name or id" },
  }),
  answer: Exported,
  async run(input) {
    const file = text(input.options.out);
    if (file === undefined) throw usageError("Say where to write: npx ablab export RUN --out FILE.parquet");
    const exported = await download(input, await pathOf(input), file);
    if (input.options.json) printJson(exported);
    else {
      const { points, series, bytes } = exported;
      say(
        `Wrote ${file}: ${countOf(points, "point")} of ${writeCount(series)} series, ${writeBytes(bytes)}.`,
      );
    }
    return EXIT.done;
  },
};
