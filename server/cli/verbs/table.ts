import { AblationTable } from "../../contracts/experiment.ts";
import { ask, EXIT } from "../client.ts";
import { formatAblation } from "../format-ablation.ts";
import { printJson, say } from "../print.ts";
import { list, talking, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "table",
  words: "EXPERIMENT",
  wordCount: [1, 1],
  summary: "print the ablation table of an experiment",
  details: 'EXPERIMENT is an id, the start of one, a title, or "latest".',
  options: talking({
    also: {
      type: "string",
      multiple: true,
      value: "METRIC",
      help: "one more metric as an exploratory column; may be repeated",
    },
  }),
  answer: AblationTable,
  async run(input) {
    const also = list(input.options.also);
    const table = await ask(input, async (api) => {
      const { id } = await api.experiments.find.query({ text: input.words[0] });
      return api.experiments.table.query({ id, also });
    });
    if (input.options.json) printJson(table);
    else say(formatAblation(table));
    return EXIT.done;
  },
};
