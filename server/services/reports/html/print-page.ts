import type { ReportNode } from "../../../contracts/report-tree.ts";
import { pageAssets } from "./assets.ts";
import { h } from "./element.ts";
import { escapeText, printTree } from "./print-tree.ts";

export interface StandalonePage {
  title: string;
  /** Words of the bar, left and right. */
  bar: [left: string, right: string];
  byline: string;
  body: ReportNode[];
  colophon: string[];
}

/** The mark of public/mark.svg, without its style element, which the policy would refuse. */
const MARK = printTree([
  h(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("rect", { x: 11, y: 2, width: 2, height: 19, fill: "currentColor" }),
    h("circle", { cx: 6.6, cy: 15.2, r: 5.4, fill: "currentColor" }),
    h("circle", { cx: 17.4, cy: 15.2, r: 4.5, fill: "none", stroke: "currentColor", "stroke-width": 1.8 }),
  ),
]);

/** A page that loads nothing: only its own style, script and letters, known by their hashes. */
export function pagePolicy(): string {
  const { styleHash, scriptHash } = pageAssets();
  return [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `script-src ${scriptHash}`,
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** A whole page in one string that opens anywhere, offline too. Every text is escaped here or in `printTree`. */
export function printPage(page: StandalonePage): string {
  const { style, script } = pageAssets();
  const [left, right] = page.bar;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeText(pagePolicy())}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">
<title>${escapeText(page.title)}</title>
<style>${style}</style></head>
<body><header class="bar">${MARK}<b>Ablab</b><span>${escapeText(left)}</span><span class="right">${escapeText(right)}</span></header>
<main class="paper"><article class="report"><h1>${escapeText(page.title)}</h1><p class="r-by">${escapeText(page.byline)}</p>${printTree(page.body)}</article>
<footer class="colophon">${page.colophon.map((words) => `<span>${escapeText(words)}</span>`).join("")}</footer></main>
<script>${script}</script></body></html>
`;
}
