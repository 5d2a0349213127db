import { AblationTable, CriteriaTable } from "../../contracts/experiment.ts";
import { ask } from "../client.ts";
import { EXIT } from "../exit.ts";
import { formatAblation } from "../formats/format-ablation.ts";
import { formatCriteria } from "../formats/format-criteria.ts";
import { printJson, say } from "../print.ts";
import {
  DIAGNOSIS_COUNTS,
  DIAGNOSIS_IDS,
  type DiagnosisCounts,
  type DiagnosisId,
} from "../../../packs/repair/contracts/choice.ts";
import { list, talking, text, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "table",
  words: "EXPERIMENT",
  wordCount: [1, 1],
  summary: "print the ablation table of an experiment",
  details: 'EXPERIMENT is an id, the start of one, a title, or "latest".',
  examples: [
    ["npx ablab table latest", "the ablation table"],
    ["npx ablab table latest --also group/zero_share", "with one more metric"],
  ],
  options: talking({
    also: {
      type: "string",
      multiple: true,
      value: "METRIC",
      help: "one more metric as an exploratory column; the claims of the others stay",
    },
    da: { type: "string", value: "ID", help: `what is read as DA: ${DIAGNOSIS_IDS.join(", ")}` },
    counts: {
      type: "string",
      value: "ACTIONS",
      help: `what counts as naming: ${DIAGNOSIS_COUNTS.join(", ")}`,
    },
  }),
  answer: AblationTable.extend({ criteria: CriteriaTable }),
  async run(input) {
    const also = list(input.options.also);
    // The server refuses words that are none.
    const da = text(input.options.da) as DiagnosisId | undefined;
    const counts = text(input.options.counts) as DiagnosisCounts | undefined;
    const { table, criteria } = await ask(input, async (api) => {
      const { id } = await api.experiments.find.query({ text: input.words[0] });
      return {
        table: await api.experiments.table.query({ id, also, da, counts }),
        criteria: await api.experiments.criteria.query({ id }),
      };
    });
    if (input.options.json) printJson({ ...table, criteria });
    else say([formatAblation(table), ...formatCriteria(criteria)].join("\n"));
    return EXIT.done;
  },
};
