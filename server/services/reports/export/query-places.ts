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
export function queryPlaces(markdown: string, read: ReadReport): Place[] {
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
