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

function section(found: Found, place: number): string[] {
  const { question, table, answers, runs } = found;
  const problems = table.columns.find((column) => column.problems !== null)?.problems;
  return [
    `## ${place}. ${question.title}`,
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
    `${countOf(runs.count, "run")} of ${runs.recipes.join(", ")}${runs.unfinished === 0 ? "" : `, ${writeCount(runs.unfinished)} of them not finished and in no mean`}; ${writeDuration(runs.cpuSeconds * 1000)} of CPU${problems ? `; ${countOf(problems, "held-out problem")}` : ""}. Again: \`npm run findings -- ${question.id}\`.`,
    "",
  ];
}

/** The document, from what stored runs say and from nothing else. */
export function findingsDocument(found: readonly Found[], seeds: number): string {
  const all = found.flatMap(({ answers }) => answers);
  const count = (verdict: Verdict) => all.filter((one) => one.verdict === verdict).length;
  return [
    "# Findings",
    "",
    `Written by \`npm run findings\` from stored runs of the built-in recipes, ${writeSeeds(seeds)} each. Nothing here is typed by hand but the questions and the claims: numbers, intervals and verdicts are what the tables of the bench answer. Intervals are 95 % over seeds, differences to the baseline adjusted for the comparisons of their table, and a claim *appears* only where such an interval leaves out what it is held against: of a difference 0, whatever the spreads; of a mean the number that the claim names, or what a configuration has that is the same in every seed. *Not shown* is no evidence that there is nothing. No interval stands where all seeds are equal, or fewer than 3. Claims are not adjusted for each other: where nothing was true, about one in forty would appear, and one in forty the other way round.`,
    "",
    `Of ${countOf(all.length, "claim")}, ${String(count("appears"))} appear, ${String(count("opposite"))} appear the other way round, ${String(count("not_seen"))} are not shown, ${String(count("open"))} are open.`,
    "",
    ...found.flatMap((one, i) => section(one, i + 1)),
  ].join("\n");
}
