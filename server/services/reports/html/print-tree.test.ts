import * as fc from "fast-check";
import { markText } from "../../../../workers/protocol/visible-text.ts";
import { describe, expect, test } from "vitest";
import type { ReportAnswer } from "../../../contracts/reports/report-answer.ts";
import { readMarkdown } from "../markdown/read-markdown.ts";
import { drawReport } from "./draw-report.ts";
import { h } from "./element.ts";
import type { ItemState } from "./item-state.ts";
import { printPage } from "./print-page.ts";
import { printTree } from "./print-tree.ts";

/** An element as we print it: a tag of letters, attributes with quoted values that hold no quote and no angle bracket. */
const ELEMENT = /^<\/?[a-zA-Z][a-zA-Z0-9]*(?: [a-zA-Z][a-zA-Z0-9:-]*(?:="[^"<>]*")?)*>/;
const ENTITY = /^&(?:amp|lt|gt|quot|#39);/;

/** Where the printed text holds a character that could start markup and is not ours. */
function strayMarkup(html: string): string | null {
  for (let i = 0; i < html.length; i++) {
    const rest = html.slice(i, i + 5000);
    if (html[i] === "<") {
      const element = ELEMENT.exec(rest);
      if (!element) return rest.slice(0, 40);
      if (
        / (?:on\w+|style|src)=|javascript:/i.test(
          element[0].replace(/ title="[^"]*"| aria-label="[^"]*"/g, ""),
        )
      )
        return element[0];
      i += element[0].length - 1;
    } else if (html[i] === ">" || (html[i] === "&" && !ENTITY.test(rest))) return rest.slice(0, 40);
  }
  return null;
}

const FRAGMENTS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "[a](javascript:alert(1))",
  "[a](data:text/html,<script>1</script>)",
  "![i](https://e.example/x.png 'ti\"tle')",
  "<a href='x' onclick=y>",
  '[x](https://e.example/?a=1&b="2")',
  '<https://e.example/a"b>',
  "`<b>`",
  "```html\n<script>\n```",
  "$\\href{javascript:alert(1)}{x}$",
  "$\\text{<script>}$",
  '$$\n\\unicode{x}<&"\n$$',
  '{{number metric: "<b>"; run: run_0123456789abcdef}}',
  "{{number <script>: x}}",
  "```ablab <script>\nx\n```",
  '| <td> | b |\n|-|-|\n| "> | & |',
  "&lt;script&gt; &#x3c;b&#x3e; &amp;",
  "<!-- x --><style>*{}</style><svg onload=1>",
  "</p></article></main><script>",
  "\u0000\u202e\ufeff",
];
const nasty = fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: "binary", maxLength: 40 }));
const markdown = fc
  .array(nasty, { maxLength: 8 })
  .chain((parts) => fc.constantFrom(" ", "\n", "\n\n").map((gap) => parts.join(gap)));

/** An answer whose every text is the same hostile one. */
function answerOf(text: string): ReportAnswer {
  return {
    kind: "number",
    subject: text,
    definition: text,
    method: text,
    runs: [{ id: text, name: text }],
    evaluations: [text],
    source: "live",
    computedAt: 0,
    metric: text,
    title: text,
    unit: text,
    difference: false,
    value: 0.5,
    special: null,
    low: 0.4,
    high: 0.6,
    n: 3,
    counts: "seed",
    p: null,
    problems: 4,
    bySeed: [],
    caveat: text,
  };
}

const stateOf = (index: number, answer: ReportAnswer): ItemState => ({
  index,
  query: "{}",
  digest: "0".repeat(64),
  status: "drifted",
  answer,
  now: answer,
  frozenAt: 0,
  checked: true,
  lost: [],
});

describe("nothing that a person or a run wrote becomes markup", () => {
  test("a text between tags and in an attribute comes back as it was", () => {
    const decode = (t: string) =>
      t.replace(
        /&(amp|lt|gt|quot|#39);/g,
        (_, n: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[n] ?? "",
      );
    fc.assert(
      fc.property(nasty, (text) => {
        const html = printTree([h("p", { title: text || "x" }, text)]);
        const [, title, inner] = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/s.exec(html) ?? [];
        expect(decode(inner)).toBe(markText(text));
        expect(decode(title)).toBe(markText(text || "x"));
      }),
      { numRuns: 500 },
    );
  });

  test("any Markdown with any answers prints only our elements", () => {
    fc.assert(
      fc.property(markdown, nasty, (source, text) => {
        const read = readMarkdown(source);
        const states = read.items.map((item) =>
          stateOf(
            item.index,
            item.query ? answerOf(text) : { kind: "error", message: item.message ?? text, gone: false },
          ),
        );
        expect(strayMarkup(printTree(drawReport(read, states)))).toBeNull();
      }),
      { numRuns: 400 },
    );
  });

  test("a whole page has one script and one style, ours, whatever its title says", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const html = printPage({
          title: text,
          bar: [text, text],
          byline: text,
          body: [h("p", {}, text)],
          colophon: [text],
        });
        expect(html.match(/<script/g)).toHaveLength(1);
        expect(html.match(/<style/g)).toHaveLength(1);
        const outside = html
          .replace(/<style>.*?<\/style>/s, "")
          .replace(/<script>.*?<\/script>/s, "")
          .replace("<!doctype html>", "");
        expect(strayMarkup(outside)).toBeNull();
      }),
      { numRuns: 100 },
    );
  });

  test("the check itself sees what is not escaped", () => {
    for (const bad of [
      "<p>a<b</p>",
      "<p>&nbsp;</p>",
      '<a onclick="x">',
      "<p>a > b</p>",
      '<a href="javascript:1">',
    ])
      expect(strayMarkup(bad)).not.toBeNull();
  });
});

test("an element or attribute that a report may not hold is a mistake and throws", () => {
  expect(() => printTree([h("script", {}, "1")])).toThrow("<script>");
  expect(() => printTree([h("iframe", {})])).toThrow("<iframe>");
  expect(() => printTree([h("p", { onclick: "x" })])).toThrow("onclick");
  expect(() => printTree([h("p", { style: "x" })])).toThrow("style");
  expect(() => printTree([h("p", { 'a"b': "x" })])).toThrow();
});

test("links lead to the web or a mailbox and nowhere else", () => {
  const hrefs = [
    "javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "/runs",
    "file:///etc/passwd",
    "//e.example",
  ];
  for (const href of hrefs) {
    expect(printTree([h("a", { href }, "x")])).toBe("<a>x</a>");
    const html = printTree(drawReport(readMarkdown(`[x](${href})`), []));
    expect(html).not.toContain("href");
  }
  expect(printTree(drawReport(readMarkdown("[x](https://e.example/)"), []))).toContain(
    'href="https://e.example/"',
  );
});
