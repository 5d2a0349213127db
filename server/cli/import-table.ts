import { lstatSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { MOST_PASTED, type ReportedTable } from "../contracts/reported/reported.ts";
import type { ReportedGrid } from "../contracts/reported/table.ts";
import { countOf, writeCount } from "../wording/counts.ts";
import { ask } from "./client.ts";
import { EXIT, usageError } from "./exit.ts";
import { plain, printJson, say, textTable } from "./print.ts";
import { text, type VerbInput } from "./verb.ts";

const shownCell = (row: ReportedGrid["rows"][number]): string[] => row.map((cell) => plain(cell.text));

function printTable({ id, title, document, grid, findings, notes, isKnown }: ReportedTable): void {
  say(plain(`${title}, reported in ${document}: ${isKnown ? "unchanged" : "added"} as ${id}.`));
  say(
    textTable(
      grid.columns.map(({ name }, i) => (i === 0 ? plain(name) : `>${plain(name)}`)),
      grid.rows.map(shownCell),
    ),
  );
  for (const note of notes) say(plain(note));
  say(findings.length === 0 ? "No rule objects to it." : `${countOf(findings.length, "finding")}:`);
  for (const { severity, rule, message } of findings) say(plain(`  ${severity} ${rule}: ${message}`));
}

/** Brings the tables of a file in as reported. */
export async function importTables(input: VerbInput): Promise<number> {
  const [, file] = input.words;
  if (file === undefined) throw usageError("Usage: npx ablab import table FILE [--document NAME]");
  const path = resolve(file);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw usageError(`There is no file ${path}; links are not followed.`);
  if (found.size > 4 * MOST_PASTED)
    throw usageError(`${path} is larger than what is read as tables at once.`);
  const asked = {
    text: readFileSync(path, "utf8"),
    document: text(input.options.document) ?? basename(path),
    documentDate: text(input.options.date) ?? null,
    title: text(input.options.title) ?? null,
    project: text(input.options.project),
  };
  const tables = await ask(input, (api) => api.reported.add.mutate(asked));
  if (input.options.json) printJson(tables);
  else tables.forEach(printTable);
  return EXIT.done;
}

/** Brings the tables in that ship with the bench. */
export async function importReference(input: VerbInput): Promise<number> {
  const tables = await ask(input, (api) =>
    api.reported.addReference.mutate({ project: text(input.options.project) }),
  );
  if (input.options.json) printJson(tables);
  else {
    const known = tables.filter(({ isKnown }) => isKnown).length;
    say(
      `${countOf(tables.length, "reference table")}, ${countOf(known, "of them was", "of them were")} there before.`,
    );
    say(
      textTable(
        ["table", "document", ">errors", ">warnings", ">info"],
        tables.map(({ title, document, findings }) => [
          plain(title),
          plain(document),
          ...(["error", "warning", "info"] as const).map((one) =>
            writeCount(findings.filter(({ severity }) => severity === one).length),
          ),
        ]),
      ),
    );
    say("Reported numbers stand apart from measured ones; see them on the page Reported tables.");
  }
  return EXIT.done;
}
