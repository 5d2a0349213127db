import type { AblationTable } from "../../server/contracts/experiment.ts";
import { countOf, writeCount } from "../../server/wording/counts.ts";
import { columnDecimals, printedUnit, writeQuantity } from "../../server/wording/quantities.ts";
import { writeSeeds } from "../../server/wording/seeds.ts";
import { writeDuration } from "../../server/wording/times.ts";
import type { Question } from "./question.ts";
import type { Answer, Verdict } from "./verdict.ts";

const WORDS: Record<Verdict, string> = {
  appears: "**appears**",
  opposite: "**the opposite appears**",
  not_seen: "not shown",
  open: "open",
};

export interface Found {
  question: Question;
  table: AblationTable;
  answers: Answer[];
  runs: { count: number; unfinished: number; cpuSeconds: number; recipes: string[] };
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
const row = (cells: string[]): string => `| ${cells.map(cell).join(" | ")} |`;

function tableLines({ question: { shows, hides = [] }, table }: Found): string[] {
  const rows = table.rows.filter(({ config }) => !hides.includes(config));
  const columns = table.columns.filter(({ metric }) => shows.includes(metric));
  const decimals = new Map(
    columns.map(({ metric, unit }) => [
      metric,
      columnDecimals(
        rows.map((one) => one.metrics[metric].value),
        unit,
      ),
    ]),
  );
  const heads = columns.map(({ title, unit }) => {
    const printed = printedUnit(unit);
    return printed === "" || printed === title.toLowerCase() ? title : `${title}, ${printed}`;
  });
  return [
    row(["configuration", "seeds", ...heads]),
    row(["---", "--:", ...heads.map(() => "--:")]),
    ...rows.map(({ config, n, metrics }) =>
      row([
        config,
        String(n),
        ...columns.map(({ metric, unit, problems }) => {
          const { value, low, high } = metrics[metric];
          const written = writeQuantity({
            value,
            low,
            high,
            unit,
            n: problems,
            decimals: decimals.get(metric),
          });
          return written.interval === null ? written.value : `${written.value} ${written.interval}`;
        }),
      ]),
    ),
  ];
}

const again = (id: string): string => `Again: \`npm run findings -- ${id}\`.`;

/** What the runs of a question say, without its number. */
function sectionOf(found: Found): string {
  const { question, table, answers, runs } = found;
  const problems = table.columns.find((column) => column.problems !== null)?.problems;
  return [
    question.title,
    "",
    question.asks,
    ...(question.reported === undefined ? [] : ["", `Reported: ${question.reported}`]),
    "",
    row(["claim", "here", "seen"]),
    row(["---", "---", "---"]),
    ...answers.map(({ says, verdict, evidence }) => row([says, WORDS[verdict], evidence])),
    "",
    ...tableLines(found),
    "",
    `${countOf(runs.count, "run")} of ${runs.recipes.join(", ")}${runs.unfinished === 0 ? "" : `, ${writeCount(runs.unfinished)} of them not finished and in no mean`}; ${writeDuration(runs.cpuSeconds * 1000)} of CPU${problems ? `; ${countOf(problems, "held-out problem")}` : ""}. ${again(question.id)}`,
    "",
  ].join("\n");
}

const HEADING = /^## \d+\. /mu;

/** The sections of a document that was written before, by question. */
function sectionsIn(document: string, questions: readonly Question[]): Map<string, string> {
  const [, ...sections] = document.split(HEADING);
  return new Map(
    questions.flatMap(({ id }) => {
      const found = sections.find((section) => section.includes(again(id)));
      return found === undefined ? [] : [[id, `${found.trimEnd()}\n`] as const];
    }),
  );
}

/** How many claims of some sections have a verdict, as their tables say. */
function countIn(sections: readonly string[], verdict: Verdict): number {
  const isOne = (line: string) => line.startsWith("| ") && line.includes(` | ${WORDS[verdict]} | `);
  return sections.flatMap((section) => section.split("\n")).filter(isOne).length;
}

/**
 * The document, from what stored runs say and from nothing else, in the order of `questions`. Those that were not asked keep the
 * section that they have in `before`.
 */
export function findingsDocument(
  found: readonly Found[],
  seeds: number,
  { before = "", questions }: { before?: string; questions: readonly Question[] },
): string {
  const written = sectionsIn(before, questions);
  for (const one of found) written.set(one.question.id, sectionOf(one));
  const sections = questions.flatMap(({ id }) => written.get(id) ?? []);
  const count = (verdict: Verdict) => countIn(sections, verdict);
  const all = (Object.keys(WORDS) as Verdict[]).reduce((sum, verdict) => sum + count(verdict), 0);
  return [
    "# Findings",
    "",
    `Written by \`npm run findings\` from stored runs of the built-in recipes, ${writeSeeds(seeds)} each. Nothing here is typed by hand but the questions and the claims: numbers, intervals and verdicts are what the tables of the bench answer. Intervals are 95 % over seeds, differences to the baseline adjusted for the comparisons of their table, and a claim *appears* only where such an interval leaves out what it is held against: of a difference 0, whatever the spreads; of a mean the number that the claim names, or what a configuration has that is the same in every seed. Two configurations that both vary are held against each other mean against mean, in pairs of seeds where both measure one policy of the seed, and only where the bench calls their values one quantity. *Open* is what it does not, and what has no interval. *Not shown* is no evidence that there is nothing. No interval stands where all seeds are equal, or fewer than 3. Claims are not adjusted for each other: where nothing was true, about one in forty would appear, and one in forty the other way round; of a claim that names no side one in twenty.`,
    "",
    `Of ${countOf(all, "claim")}, ${countOf(count("appears"), "appears", "appear")}, ${countOf(count("opposite"), "appears the other way round", "appear the other way round")}, ${countOf(count("not_seen"), "is not shown", "are not shown")}, ${countOf(count("open"), "is open", "are open")}.`,
    "",
    ...sections.map((section, i) => `## ${i + 1}. ${section}`),
  ].join("\n");
}
