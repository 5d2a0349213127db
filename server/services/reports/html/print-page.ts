import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { h } from "./element.ts";
import { escapeText, printTree } from "./print-tree.ts";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), "utf8");

/** The letters travel in the file, so that it looks the same on a machine that never met this server (SIL OFL 1.1). */
function fontFaces(): string {
  const face = (file: string, more = "") => {
    const data = readFileSync(join(ROOT, "public", "fonts", file)).toString("base64");
    return `@font-face{font-family:"Geist";src:url("data:font/woff2;base64,${data}") format("woff2");font-weight:100 900;${more}}`;
  };
  return face("Geist-Variable.woff2") + face("Inter-Greek-Variable.woff2", "unicode-range:U+0370-03FF;");
}

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\n\s+/g, "\n");

/** Style and script that stand inside a page, with the hashes that its content security policy allows. */
interface PageAssets {
  style: string;
  script: string;
  /** Value of `style-src` and of `script-src`. */
  styleHash: string;
  scriptHash: string;
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

let known: PageAssets | null = null;

/** Read once per process: the app's own tokens, so that a page outside the app has the app's colours. */
function pageAssets(): PageAssets {
  if (known) return known;
  const style =
    fontFaces() +
    withoutComments(
      read("app", "styles", "tokens.css") +
        read("app", "styles", "report-document.css") +
        read("server", "services", "reports", "html", "standalone.css"),
    );
  const script = read("public", "report-cards.js");
  if (/<\/(style|script)/i.test(style + script))
    throw new Error("A style or script that holds a closing tag cannot stand inside a page.");
  known = {
    style,
    script,
    styleHash: hashOf(style),
    scriptHash: hashOf(script),
  };
  return known;
}

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
