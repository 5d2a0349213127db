import { RunDetail } from "../../contracts/run.ts";
import { ask } from "../client.ts";
import { EXIT } from "../cli-error.ts";
import { findRun } from "../find-run.ts";
import { number, percent, plain, printJson, say, textTable } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "run",
  words: "RUN",
  wordCount: [1, 1],
  summary: "show one run: state and what proves it, parameters, evaluations",
  details: "RUN is an id, the start of one, or a name.",
  options: talking({}),
  answer: RunDetail,
  async run(input) {
    const found = await ask(input, async (api) =>
      api.runs.get.query({ id: await findRun(api, input.words[0], "read") }),
    );
    if (input.options.json) {
      printJson(found);
      return EXIT.done;
    }
    const { row } = found;
    say(`${plain(row.name)}  ${row.state}  (${row.id}, experiment "${plain(row.experiment)}")`);
    say(plain(found.sentence));
    for (const note of found.notes) say(`${note.level}: ${plain(note.message)}`);
    for (const o of row.objections) say(`${o.severity} ${o.rule}: ${o.claim} ${o.evidence}`);
    say(`\nCommand: ${plain(found.command.join(" "))}`);
    if (found.evaluations.length > 0) {
      const rows = found.evaluations.map((e) => [
        `${e.trainStep}${e.final ? " (final)" : ""}`,
        String(e.n),
        percent(e.rrAt5.hits / e.n),
        percent(e.rr.hits / e.n),
        e.da === null ? "-" : percent(e.da),
        number(e.steps, 2),
      ]);
      say(`\n${textTable([">train step", ">n", ">RR@5 %", ">RR %", ">DA %", ">steps"], rows)}`);
    }
    say("\nStatus, oldest first:");
    for (const e of found.events)
      say(`  ${new Date(e.at).toISOString()}  ${e.to.padEnd(11)}  ${plain(e.proof)}`);
    return EXIT.done;
  },
};
