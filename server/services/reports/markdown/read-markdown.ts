import MarkdownIt, { type Token } from "markdown-it";
import { MOST_QUERIES } from "../../../contracts/reports/report-limits.ts";
import type { ReportQuery } from "../blocks/registry.ts";
import { BLOCK_INFO, queryKey } from "../../../contracts/reports/report-text.ts";
import { isSafeLink } from "../html/print-tree.ts";
import { readQuery } from "../query/read-query.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { reportRules } from "./rules.ts";

export type MarkdownToken = Token;

/** A query of a report in its place, or what is wrong with it. */
export interface ReportItem {
  index: number;
  place: "inline" | "block";
  /** The kind as it is written, which may be none that there is. */
  kind: string;
  /** What the editor knows it by. */
  key: string;
  query: ReportQuery | null;
  message: string | null;
}

export interface ReadReport {
  tokens: MarkdownToken[];
  items: ReportItem[];
  itemOf: ReadonlyMap<MarkdownToken, ReportItem>;
}

const md = new MarkdownIt({ html: false, linkify: false, typographer: false });
md.use(reportRules);
md.validateLink = (href) => isSafeLink(href) && !href.startsWith("#");

/** A block names its kind after the word ablab; a query inside a line is a number. */
function readItem(token: MarkdownToken, index: number): ReportItem | null {
  const place = token.type === "report_query" ? "inline" : "block";
  const fence = place === "block" ? BLOCK_INFO.exec(token.info.trim()) : null;
  if (place === "block" && !fence) return null;
  const kind = place === "inline" ? token.info : (fence?.[1] ?? "");
  const item = { index, place, kind, key: queryKey(kind, token.content), query: null } as const;
  if (index >= MOST_QUERIES)
    return {
      ...item,
      message: `A report holds at most ${writeWhole(MOST_QUERIES)} numbers and blocks; this one is beyond.`,
    };
  if (kind === "")
    return { ...item, message: "Name the kind of block after ablab, for instance ablab ablation-table." };
  if (place === "inline" && kind !== "number")
    return { ...item, message: `Only a number stands inside a line; write ${kind} as a block.` };
  const read = readQuery(kind, token.content);
  return read.ok ? { ...item, query: read.query, message: null } : { ...item, message: read.message };
}

/** Parses a report: Markdown tokens, and its queries in reading order. Pure; nothing is looked up. */
export function readMarkdown(markdown: string): ReadReport {
  const tokens = md.parse(markdown, {});
  const items: ReportItem[] = [];
  const itemOf = new Map<MarkdownToken, ReportItem>();
  const visit = (token: MarkdownToken) => {
    if (token.type === "fence" || token.type === "report_query") {
      const item = readItem(token, items.length);
      if (item) {
        items.push(item);
        itemOf.set(token, item);
      }
    }
    token.children?.forEach(visit);
  };
  tokens.forEach(visit);
  return { tokens, items, itemOf };
}
