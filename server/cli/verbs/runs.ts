import { durationOf } from "../../contracts/external/duration.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import { RUN_LIST_STATES, RunList, type RunRow } from "../../contracts/run.ts";
import { shortId } from "../../contracts/ids.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { PROJECT_OPTION, scopeOf } from "../current-project.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb } from "../verb.ts";
import { writeCount, writeOf } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { writeValue } from "../../wording/quantities.ts";
import { writeDuration } from "../../wording/times.ts";
import { NOT_MEASURED } from "../../wording/typography.ts";

/** How many steps there will be is not on record of every run. */
const stepOf = ({ step, plannedSteps }: RunRow): string =>
  step === null
    ? NOT_MEASURED
    : `${writeWhole(step)}${plannedSteps > 0 ? `/${writeWhole(plannedSteps)}` : ""}`;

function line(run: RunRow): string[] {
  return [
    shortId(run.id),
    run.name,
    run.state,
    stepOf(run),
    run.lead ? metricInfo(run.lead.metric).title : NOT_MEASURED,
    writeValue(run.lead ? run.lead.hits / run.lead.n : null, "share", run.lead?.n),
    writeCount(run.lead?.n),
    writeDuration(durationOf(run, Date.now())),
    run.why,
  ].map(plain);
}

export const verb: Verb = {
  name: "runs",
  words: "",
  wordCount: [0, 0],
  summary: "list runs, newest launch first",
  details: "",
  examples: [["npx ablab runs --state live", "what runs now"]],
  options: talking({
    state: { type: "string", value: "STATE", help: `only these: ${RUN_LIST_STATES.join(", ")}` },
    experiment: { type: "string", value: "E", help: 'id, title, or "latest"' },
    search: { type: "string", value: "TEXT", help: "part of a name, an id or a tag" },
    ...PROJECT_OPTION,
    limit: { type: "string", value: "N", help: "at most this many; default 50" },
  }),
  answer: RunList,
  async run(input) {
    const state = text(input.options.state) ?? "all";
    if (!(RUN_LIST_STATES as readonly string[]).includes(state))
      throw usageError(`--state is one of: ${RUN_LIST_STATES.join(", ")}.`);
    const limit = Number(text(input.options.limit) ?? 50);
    if (!Number.isInteger(limit) || limit < 1 || limit > 500)
      throw usageError("--limit is a whole number from 1 to 500.");
    const found = await ask(input, async (api) => {
      const experiment = text(input.options.experiment);
      const experimentId =
        experiment === undefined ? null : (await api.experiments.find.query({ text: experiment })).id;
      return api.runs.list.query({
        project: await scopeOf(api, input),
        experimentId,
        state: state as (typeof RUN_LIST_STATES)[number],
        search: text(input.options.search) ?? "",
        limit,
      });
    });
    if (input.options.json) printJson(found);
    else if (found.total === 0)
      say(
        ["state", "experiment", "search"].some((name) => input.options[name] !== undefined)
          ? "No run fits that."
          : 'No runs. Launch some with "npx ablab launch grpo", or in the browser.',
      );
    else {
      say(
        textTable(
          ["id", "run", "state", ">step", "measured", ">%", ">n", ">time", "why"],
          found.rows.map(line),
        ),
      );
      say(`\nShowing ${writeOf(found.rows.length, found.total, "run")}.`);
    }
    return EXIT.done;
  },
};
