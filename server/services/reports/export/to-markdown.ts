import type {
  ChartPanel,
  ReportAnswer,
  RolloutAnswer,
  RolloutText,
  SoundAnswer,
} from "../../../contracts/reports/report-answer.ts";
import { NOT_RANKED } from "../../../checks/registry.ts";
import { pairsText } from "./pairs-text.ts";
import { bullets, pipeTable, quantity } from "./pipe-table.ts";
import { expectedText } from "../html/draw-bars.ts";
import { lineEnds } from "../html/draw-chart.ts";
import { findingText } from "../html/draw-findings.ts";
import { auditAgreements, auditSentence, auditTable } from "../html/draw-audit.ts";
import { groupOfRollout, headOfCompletion } from "../html/draw-rollout.ts";
import { visibleText } from "../../../contracts/visible-name.ts";
import { nText, numberText, stateWord } from "../html/draw-card.ts";
import { comparedWords, leftOutNotes, sharedDecimals, small, tableNotes } from "../html/draw-table.ts";
import type { ItemState } from "../html/item-state.ts";
import type { MarkdownToken, ReadReport } from "../markdown/read-markdown.ts";
import { differenceLevel, familyNotes } from "../../../wording/claims.ts";
import { writeCount } from "../../../wording/counts.ts";
import { seedPartOver } from "../../../wording/verdicts/missing-seeds.ts";
import { printedUnit, writeP } from "../../../wording/quantities.ts";
import { NOT_MEASURED } from "../../../wording/typography.ts";

interface Place {
  index: number;
  start: number;
  end: number;
}

/** Offset at which each line starts, and the length of the text at the end. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return [...starts, text.length];
}

/**
 * Where the queries of a report stand in its source, in reading order. A block is its lines; an inline number is found by
 * its own text after everything before it, because Markdown keeps no columns.
 */
function queryPlaces(markdown: string, read: ReadReport): Place[] {
  const starts = lineStarts(markdown);
  const places: Place[] = [];
  let at = 0;
  const visit = (token: MarkdownToken) => {
    if (token.map) at = Math.max(at, starts[token.map[0]] ?? at);
    const item = read.itemOf.get(token);
    if (item?.place === "block" && token.map) {
      const start = markdown.indexOf(token.markup, at);
      const end = (starts[token.map[1]] ?? markdown.length) - 1;
      places.push({ index: item.index, start, end: markdown[end] === "\n" ? end : markdown.length });
      at = end;
    } else if (item) {
      const start = markdown.indexOf(token.markup, at);
      if (start < 0) return;
      at = start + token.markup.length;
      places.push({ index: item.index, start, end: at });
    }
    token.children?.forEach(visit);
  };
  read.tokens.forEach(visit);
  return places.filter((place) => place.start >= 0);
}

/** Interval and n of a number, as words behind it. */
function inlineText(answer: SoundAnswer): string {
  if (answer.kind !== "number") return blockText(answer);
  return `${numberText(answer)} (${[nText(answer), answer.caveat].filter(Boolean).join("; ")})`;
}

function blockText(answer: SoundAnswer): string {
  switch (answer.kind) {
    case "number":
      return inlineText(answer);
    case "chart":
      return chartText(answer.panels, answer.notes);
    case "table": {
      const shared = sharedDecimals(answer);
      const reported = (answer.reported?.rows ?? []).map(({ entry, values }) => [
        `${entry} (reported)`,
        ...answer.columns.flatMap(({ metric }) => [
          values[metric] ?? NOT_MEASURED,
          NOT_MEASURED,
          NOT_MEASURED,
        ]),
        NOT_MEASURED,
      ]);
      const rows = pipeTable(
        [
          "Configuration",
          ...answer.columns.flatMap((c) => [
            `${c.title} ${printedUnit(c.unit)}`,
            `Δ ${printedUnit(c.unit, true)} [${differenceLevel(c)} CI]`,
            "p",
          ]),
          "Seeds",
        ],
        [
          ...answer.rows.map((row) => [
            row.baseline && row.config !== "baseline" ? `${row.config} (baseline)` : row.config,
            ...answer.columns.flatMap((c) => {
              const d = row.difference[c.metric];
              const notRanked = d?.method.startsWith(NOT_RANKED) ? NOT_RANKED : null;
              return [
                quantity(small(row.metrics[c.metric]), c.unit, {
                  n: c.problems,
                  ...shared.get(c.metric)?.values,
                }),
                notRanked ??
                  (d
                    ? quantity(small(d), c.unit, {
                        difference: true,
                        alike: shared.get(c.metric)?.differences,
                      })
                    : NOT_MEASURED),
                writeP(d?.p ?? null),
              ];
            }),
            seedPartOver(
              row,
              answer.columns.map(({ metric }) => metric),
            ),
          ]),
          ...reported,
        ],
      );
      return [
        rows,
        ...tableNotes(answer, false),
        ...leftOutNotes(answer.leftOut),
        ...familyNotes(answer.columns),
      ].join("\n\n");
    }
    case "findings":
      return bullets([
        ...(answer.say === "answer" ? (answer.answers ?? []) : []),
        ...answer.verdicts,
        ...answer.findings.flatMap((one) => [
          findingText(one),
          ...(one.each ?? []).map(({ of, words }) => `${one.rule}, ${of}: ${words}`),
        ]),
        ...leftOutNotes(answer.leftOut),
      ]);
    case "variance":
      return [
        pipeTable(
          ["Configuration", "Zero-variance groups %", "all solved %", "all failed %", "Group std", "Seeds"],
          answer.rows.map((r) => [
            r.config,
            quantity(r.zero, "share"),
            quantity(r.solved, "share"),
            quantity(r.failed, "share"),
            quantity(r.std, "points"),
            writeCount(r.n),
          ]),
        ),
        ...answer.notes,
      ].join("\n\n");
    case "labels":
      return pipeTable(
        ["Label", "Share % [95 % CI]", "Expected", "Steps"],
        answer.bars.map((b) => [
          b.label,
          quantity({ value: b.share, low: b.low, high: b.high }, "share", { n: answer.n }),
          expectedText(b),
          writeCount(b.n),
        ]),
      );
    case "comparison":
      return [
        comparedWords(answer),
        ...(answer.refusal ? [answer.refusal] : []),
        pipeTable(
          ["Metric", "A", "B", "B − A [95 % CI]", "p"],
          answer.rows.map((r) => [
            `${r.title} ${printedUnit(r.unit)}`,
            quantity(r.a, r.unit, { n: answer.n }),
            quantity(r.b, r.unit, { n: answer.n }),
            [quantity(r.difference, r.unit, { difference: true }), r.noInterval].filter(Boolean).join(" "),
            writeP(r.p),
          ]),
        ),
        bullets(answer.notes),
      ].join("\n\n");
    case "pairs":
      return pairsText(answer);
    case "rollout":
      return rolloutText(answer);
    case "audit": {
      const { heads, rows } = auditTable(answer);
      return [auditSentence(answer), pipeTable(heads, rows), ...auditAgreements(answer)].join("\n\n");
    }
  }
}

/** A fence that no line of the text ends. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** Completions as text: words of a model are no Markdown of ours, so they stand in fences. */
function rolloutText(answer: RolloutAnswer): string {
  const turnsOf = ({ turns }: RolloutText) =>
    fenced(turns.map(({ role, text }) => `${role}: ${visibleText(text)}`).join("\n"));
  return [
    groupOfRollout(answer),
    ...(answer.prompt ? [turnsOf(answer.prompt)] : []),
    ...answer.completions.flatMap((one) => [headOfCompletion(one), ...(one.text ? [turnsOf(one.text)] : [])]),
  ].join("\n\n");
}

/** A chart has no picture in Markdown: the end of every line stands for it. */
function chartText(panels: ChartPanel[], notes: string[]): string {
  const tables = panels.flatMap((panel) => {
    const { rows, cut } = lineEnds(panel);
    const table = pipeTable(
      ["Line", "Train step", `${panel.title} ${printedUnit(panel.unit)} [95 % CI]`, "Seeds"],
      rows.map(({ name, step, value, interval, seeds }) => [
        name,
        step,
        interval ? `${value} ${interval}` : value,
        seeds,
      ]),
    );
    return cut === null ? [table] : [table, cut];
  });
  return [...tables, ...notes].join("\n\n");
}

function answerText(answer: ReportAnswer, place: "inline" | "block"): string {
  if (answer.kind === "error") return `(${answer.message})`;
  return place === "inline" ? inlineText(answer) : blockText(answer);
}

/** State is said where the shown value is not simply what the store gives. */
const stateNote = (state: ItemState): string =>
  state.status === "drifted" || state.status === "gone" ? ` [${stateWord[state.status]}]` : "";

/**
 * The report as plain Markdown: every number as text with its interval and n, every table as a Markdown table. What the
 * author wrote is left as it is. Queries are replaced at their places in the source, so nothing is re-written.
 */
export function toMarkdown(markdown: string, read: ReadReport, states: ItemState[], head: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, index } of queryPlaces(markdown, read)) {
    const { place } = read.items[index];
    const state = states[index];
    pieces.push(markdown.slice(at, start), state ? answerText(state.answer, place) + stateNote(state) : "");
    at = end;
  }
  return `${head}\n\n${pieces.join("")}${markdown.slice(at)}`.trimEnd() + "\n";
}
