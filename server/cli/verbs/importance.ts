import { LEAD_METRICS } from "../../contracts/metrics.ts";
import { SweepImportance } from "../../contracts/charts/run-values.ts";
import { parseColumnId } from "../../contracts/run-table-columns.ts";
import {
  groupWords,
  importanceMethod,
  importanceOf,
  importanceWarnings,
  levelWords,
} from "../../wording/importance.ts";
import { quantityText, writeP } from "../../wording/quantities.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb } from "../verb.ts";

const [OUTCOME] = LEAD_METRICS;

/** A metric by its name is the last value of it; a column of the run table is itself. */
function columnOf(outcome: string): string {
  const id = outcome.startsWith("metric") ? outcome : `metric:${outcome}:last`;
  if (parseColumnId(id)?.kind !== "metric")
    throw usageError(`--outcome takes a metric, as ${OUTCOME}, not "${outcome.slice(0, 80)}".`);
  return id;
}

/** The shares as the page has them, as text. */
export function formatImportance(found: SweepImportance): string {
  const groups = found.groups.map((group) => {
    const head = [group.words, groupWords(group)].filter(Boolean).join(": ");
    const rows = group.parameters.map(({ names, share, p, ...levels }) => [
      names.join(" with "),
      levelWords(levels),
      quantityText({ value: share, unit: "share" }),
      writeP(p),
    ]);
    const table = rows.length > 0 ? textTable(["Parameter", "Read as", ">Share", ">p"], rows) : null;
    return [head, ...importanceWarnings(group), table, importanceMethod(group)]
      .filter((part) => part !== null)
      .join("\n");
  });
  const head = `What decides ${found.title} (${found.reducer}). ${importanceOf(found)}`;
  return [head, ...(groups.length > 0 ? groups : ["No run has a value that may be compared."])].join("\n\n");
}

export const verb: Verb = {
  name: "importance",
  words: "EXPERIMENT",
  wordCount: [1, 1],
  summary: "print what each parameter of a sweep decides of an outcome, with what chance reaches",
  details: 'EXPERIMENT is an id, the start of one, a title, or "latest".',
  examples: [
    ["npx ablab importance latest --outcome reward/raw", "how much each parameter of a sweep matters"],
  ],
  options: talking({
    outcome: {
      type: "string",
      value: "METRIC",
      help: `the metric that is explained, its last value; ${OUTCOME} where it is left out`,
    },
  }),
  answer: SweepImportance,
  async run(input) {
    const outcome = columnOf(text(input.options.outcome) ?? OUTCOME);
    const found = await ask(input, async (api) => {
      const { id } = await api.experiments.find.query({ text: input.words[0] });
      return api.views.importance.query({ experimentId: id, outcome });
    });
    if (input.options.json) printJson(found);
    else say(formatImportance(found));
    return EXIT.done;
  },
};
