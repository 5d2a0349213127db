import { describe, expect, test } from "vitest";
import type { PrivateWord } from "./find-words.ts";
import { findLeak } from "./last-scan.ts";

const WORDS: PrivateWord[] = [
  { text: "gpu07x", names: "host" },
  { text: "alice", names: "user" },
];
const page = (body: string, title = "T") =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>\n<style>.alice{}</style></head><body><header class="bar"><b>Ablab</b></header><main><article class="report"><h1>${title}</h1><p class="r-by">by</p>${body}</article><footer>f</footer></main>\n<script>const alice=1</script></body></html>\n`;
const leak = (body: string, title?: string) => findLeak(page(body, title), "html", WORDS);

describe("the last look at a page", () => {
  test("finds nothing in its own style, script and geometry", () => {
    expect(leak('<svg viewBox="0 0 1 1"><path d="M0 0L12 4"></path></svg><p class="alice">x</p>')).toBeNull();
  });

  test.each([
    ["a paragraph", "<p>one</p><p>on gpu07x</p>", "block 2"],
    [
      "a cell",
      "<table><tr><th>h</th></tr><tr><td>x</td><td>alice</td></tr></table>",
      "block 1, table row 2, cell 2",
    ],
    ["a picture", '<figure><svg><text x="1">gpu07x</text></svg></figure>', "block 1, chart"],
    [
      "a label that is heard",
      '<p>x</p><p><svg aria-label="of alice"></svg></p>',
      "block 2, chart, aria-label of <svg>",
    ],
    ["a link", '<p><a href="https://arxiv.org/abs/1?u=%61lice">x</a></p>', "block 1, href of <a>"],
    ["words in two dresses", "<p>by al<em>ice</em></p>", "block 1"],
    ["entities", "<p>&#97;lice</p>", "block 1"],
    ["characters nobody sees", "<p>al\u200bice</p>", "block 1"],
    ["characters written out", "<p>al\\u{200b}ice</p>", "block 1"],
    ["wide letters", "<p>\uff41\uff4c\uff49\uff43\uff45</p>", "block 1"],
    ["a path", "<p>in /srv/x/y</p>", "block 1"],
  ])("names the place of %s", (_name, body, place) => expect(leak(body)?.place).toBe(place));

  test("reads the title", () => expect(leak("<p>x</p>", "By alice")?.place).toBe("the title"));
});

test("a cell of CSV and a line of Markdown are named, escaped and emphasised ones too", () => {
  expect(findLeak('"place","of"\r\n1,"lr ""alice"""\r\n', "csv", WORDS)?.place).toBe("row 2, column of");
  expect(findLeak("x\n\nal**ice**\n", "md", WORDS)?.place).toBe("line 3");
  expect(findLeak("x\ngpu\\07x gpu07\\x", "md", WORDS)).toBeNull();
  expect(findLeak("x\nsee al&#105;ce", "md", WORDS)?.place).toBe("line 2");
});
