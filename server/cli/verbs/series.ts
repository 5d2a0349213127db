import { z } from "zod";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { PrintedWindow, printedWindow } from "../../contracts/charts/printed-window.ts";
import { unpackWindow } from "../../contracts/charts/unpack-window.ts";
import { X_AXES } from "../../contracts/x-axes.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { formatSeries, plain, printJson, say } from "../print.ts";
import { talking, text, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "series",
  words: "RUN METRIC",
  wordCount: [2, 2],
  summary: "print the points of one metric of a run",
  details:
    "One line per point: x, value, and NaN or inf where the run said so. Wide windows are bucketed; --buckets says into how many.",
  examples: [["npx ablab series baseline-s0 group/zero_share", "every point of a metric"]],
  options: talking({
    x: {
      type: "string",
      value: "AXIS",
      help: `x axis: ${X_AXES.join(", ")}, or another the run has sent; default ${DEFAULT_AXIS}`,
    },
    buckets: { type: "string", value: "N", help: "most points to print; default 1000" },
  }),
  answer: z.array(PrintedWindow),
  async run(input) {
    const axis = text(input.options.x) ?? DEFAULT_AXIS;
    const buckets = Number(text(input.options.buckets) ?? 1000);
    if (!Number.isInteger(buckets) || buckets < 2 || buckets > 4000)
      throw usageError("--buckets is a whole number from 2 to 4000.");
    const [ref, metric] = input.words;
    const windows = await ask(input, async (api) => {
      const id = await findRun(api, ref, "read");
      const packed = await api.series.window.query({ runIds: [id], metrics: [metric], xAxis: axis, buckets });
      return packed.map((window) => printedWindow(unpackWindow(window)));
    });
    if (input.options.json) {
      printJson(windows);
      return exitOf(windows);
    }
    if (windows.length === 0) {
      say(
        `This run has no series "${plain(metric)}". "npx ablab run ${plain(ref)} --json" lists its metrics.`,
      );
      return EXIT.failed;
    }
    for (const window of windows) formatSeries(window, axis).forEach((line) => say(line));
    return exitOf(windows);
  },
};

/** Points that could not be read are a failure, whatever else was printed. */
const exitOf = (windows: readonly PrintedWindow[]): number =>
  windows.some(({ damaged }) => damaged !== undefined) ? EXIT.failed : EXIT.done;
