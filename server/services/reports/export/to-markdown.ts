import type { ReportAnswer } from "../../../contracts/reports/report-answer.ts";
import { blockThatGives } from "../blocks/registry.ts";
import { stateWord } from "../html/draw-card.ts";
import type { ItemState } from "../html/item-state.ts";
import type { MarkdownToken, ReadReport } from "../markdown/read-markdown.ts";

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

const answerText = (answer: ReportAnswer): string =>
  answer.kind === "error" ? `(${answer.message})` : blockThatGives(answer.kind).text(answer);

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
    const state = states[index];
    pieces.push(markdown.slice(at, start), state ? answerText(state.answer) + stateNote(state) : "");
    at = end;
  }
  return `${head}\n\n${pieces.join("")}${markdown.slice(at)}`.trimEnd() + "\n";
}
