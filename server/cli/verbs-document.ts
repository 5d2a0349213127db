import { countOf } from "../wording/counts.ts";
import { talking, usageOf, type Verb } from "./verb.ts";
import { loadVerbs, VERB_GROUPS } from "./verbs.ts";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** A verb as a section: what it does, how it is called, its options. */
function sectionOf(verb: Verb): string {
  const own = Object.entries(verb.options).filter(([name]) => !Object.hasOwn(talking({}), name));
  const options = own.map(
    ([name, { value, help, multiple }]) =>
      `| \`--${name}${value ? ` ${cell(value)}` : ""}\` | ${cell(help)}${multiple ? " (repeatable)" : ""} |`,
  );
  const examples = verb.examples.map(([command, does]) => `${command}  # ${does}`);
  return [
    `### ${verb.name}`,
    `${verb.summary[0].toUpperCase()}${verb.summary.slice(1)}.`,
    ["```sh", ...examples, "```"].join("\n"),
    `Usage: \`${usageOf(verb).slice("npx ".length)}\``,
    ...(verb.details ? [["```text", verb.details, "```"].join("\n")] : []),
    ...(options.length > 0 ? [["| Option | |", "|---|---|", ...options].join("\n")] : []),
    ...(verb.answer ? [`JSON: [${verb.name}.schema.json](json/${verb.name}.schema.json)`] : []),
  ].join("\n\n");
}

/** The Markdown of docs/cli.md. */
export async function verbsDocument(): Promise<string> {
  const groups = await Promise.all(
    Object.keys(VERB_GROUPS).map(async (group) => [
      `## ${group}`,
      ...(await loadVerbs(group)).map((verb) => sectionOf(verb)),
    ]),
  );
  const count = (await loadVerbs()).length;
  return `${[
    "# Command line",
    `Written from the code by \`npm run cli-docs\`. ${countOf(count, "verb", "verbs")}; \`npx ablab VERB --help\` prints the same.`,
    "A run is named by its configuration and its seed, `baseline-s0`. Where an earlier experiment has such names, the runs of a later one get a number, `baseline-s0-2`. Verbs take a name, an id, or the start of an id.",
    "Verbs that ask a server take `--server URL`, `--token-file FILE` and `--json`, which prints one document; its schema is in `docs/json`. Exit codes: 0 done, 1 a run or a request failed, 2 wrong use. `--set name=value` sets a parameter, `--set name=a,b` makes it a factor of the matrix.",
    ...groups.flat(),
  ].join("\n\n")}\n`;
}
