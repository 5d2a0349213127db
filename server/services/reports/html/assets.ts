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
export interface PageAssets {
  style: string;
  script: string;
  /** Value of `style-src` and of `script-src`. */
  styleHash: string;
  scriptHash: string;
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

let known: PageAssets | null = null;

/** Read once per process: the app's own tokens, so that a page outside the app has the app's colours. */
export function pageAssets(): PageAssets {
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
