import type { Parser } from "./parsers.ts";
import { COMMON, TOKENS } from "./tokens.ts";

/** An input of any size: `make(8 * n)` is about eight times as long as `make(n)`. */
export interface Shape {
  /** What it is, so that it can be made again. */
  name: string;
  make(n: number): Buffer;
}

const repeated = (n: number, write: (i: number) => string, between = ",") =>
  Array.from({ length: n }, (_, i) => write(i)).join(between);

/** Documents that are right, and grow in a way that asks something of who reads them. */
const RIGHT: Partial<Record<Parser["kind"], readonly [string, (n: number) => string][]>> = {
  json: [
    ["one key many times", (n) => `{"a":[${repeated(n, (i) => `{"key":"a","value":${i},"step":1}`)}]}`],
    ["many keys", (n) => `{"a":[${repeated(n, (i) => `{"key":"k${i}","value":"v${i}"}`)}]}`],
    ["many names", (n) => `{${repeated(n, (i) => `"k${i}":{"value":${i}}`)}}`],
    ["a long name over many", (n) => `{"${"x".repeat(4 * n)}":{${repeated(n, (i) => `"k${i}":${i}`)}}}`],
    ["a name with many dots", (n) => `{"${repeated(n, () => "a", ".")}":1}`],
    ["many names with dots", (n) => `{${repeated(n, (i) => `"a.b${i}.c":1`)}}`],
    ["lists inside each other", (n) => "[".repeat(n) + "]".repeat(n)],
    ["objects inside each other", (n) => '{"a":'.repeat(n) + "1" + "}".repeat(n)],
    ["a bare NaN and an open text", (n) => `NaN"${'\\"'.repeat(n)}`],
    ["many bare NaN", (n) => `[${repeated(n, () => "NaN")}]`],
    [
      "a wide table",
      (n) => `{"columns":[${repeated(n, (i) => `"c${i}"`)}],"data":[${repeated(n, () => "[]")}]}`,
    ],
    [
      "rows with a column each",
      (n) => `{"a":[${repeated(n, (i) => `{"prompt":"p","completion":"c","k${i}":1}`)}]}`,
    ],
    ["texts among numbers", (n) => `{"a":[{"metrics":{${repeated(n, (i) => `"t${i}":"x"`)}}}]}`],
    [
      "samples in columns",
      (n) =>
        `{"columns":[${repeated(n, (i) => `"input_${i}","output_${i}"`)}],"data":[[${repeated(2 * n, () => '"t"')}]]}`,
    ],
    [
      "a stream",
      (n) =>
        `{"files":{"wandb-history.jsonl":{"offset":0,"content":[${repeated(n, (i) => `"{\\"k${i}\\":1}"`)}]}}}`,
    ],
    [
      "a stream of names of one hash",
      (n) =>
        `{"files":{"wandb-history.jsonl":{"offset":0,"content":["{${repeated(n, (i) => `\\"${i.toString(2).padStart(16, "0").replaceAll("0", "Aa").replaceAll("1", "BB")}\\":1`)}}"]}}}`,
    ],
  ],
  lines: [
    ["rows", (n) => repeated(n, (i) => `{"n":${i},"values":{"a":${i}}}`, "\n")],
    ["names", (n) => `{"n":0,"values":{${repeated(n, (i) => `"k${i}":1`)}}}`],
    ["points", (n) => repeated(n, (i) => `{"metric":"m","x":${i},"value":1}`, "\n")],
    [
      "groups with more columns than rows",
      (n) =>
        `{"key":"k","completions":[${repeated(n, () => '""')}],"rewards":{${repeated(n, (i) => `"r${i}":[]`)}}}`,
    ],
  ],
  graphql: [
    [
      "fragments that double",
      (n) =>
        `{viewer{...F0}} ${repeated(n, (i) => `fragment F${i} on User{...F${i + 1} ...F${i + 1}}`, " ")}`,
    ],
    ["aliases", (n) => `{${repeated(n, (i) => `a${i}:viewer{id}`, " ")}}`],
    [
      "a chain of fragments",
      (n) => `{viewer{...F0}} ${repeated(n, (i) => `fragment F${i} on Other{id ...F${i + 1}}`, " ")}`,
    ],
  ],
  table: [
    ["rows of Markdown", (n) => `| a | b |\n|---|---|\n${repeated(n, (i) => `| r${i} | ${i} |`, "\n")}`],
    [
      "columns of Markdown",
      (n) => `|${repeated(n, (i) => `c${i}`, "|")}|\n|${repeated(n, () => "---", "|")}|`,
    ],
    [
      "rows of LaTeX",
      (n) => `\\begin{tabular}{ll}\n${repeated(n, (i) => `r${i} & ${i}`, " \\\\\n")}\\end{tabular}`,
    ],
    ["rows of HTML", (n) => `<table>${repeated(n, (i) => `<tr><td>r${i}<td>${i}`, "")}</table>`],
    [
      "spans of HTML",
      (n) => `<table>${repeated(n, () => '<tr><td rowspan="999999" colspan="999999">1', "")}</table>`,
    ],
    ["rows of CSV", (n) => `a,b\n${repeated(n, (i) => `"r, ${i}",${i}`, "\n")}`],
    ["names of CSV", (n) => `${repeated(n, (i) => `c${i}`)}\n${repeated(n, (i) => `${i}`)}`],
    ["open quotes", (n) => `a,b\n${'"a,'.repeat(n)}`],
  ],
  yaml: [
    ["many names", (n) => repeated(n, (i) => `k${i}: ${i}`, "\n")],
    ["lists inside each other", (n) => "[".repeat(n)],
    ["deeper and deeper", (n) => repeated(Math.ceil(Math.sqrt(n)), (i) => `${" ".repeat(i)}k:`, "\n")],
    [
      "anchors that double",
      (n) => `a0: &a0 [x]\n${repeated(n, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`, "\n")}`,
    ],
  ],
  multipart: [
    ["boundaries alone", (n) => "--x".repeat(n)],
    [
      "parts",
      (n) => repeated(n, () => '--x\r\ncontent-disposition: form-data; filename="a"\r\n\r\nZ', "\r\n"),
    ],
    ["a long head", (n) => `--x\r\n${'a: filename="'.repeat(n)}\r\n\r\n--x`],
  ],
};

/** Documents that are right in themselves, for a kind of parser. */
export const rightShapes = (kind: Parser["kind"]): Shape[] =>
  (RIGHT[kind] ?? []).map(([name, write]) => ({ name, make: (n) => Buffer.from(write(n)) }));

/** A stretch of pieces that is repeated between a beginning and an end, by numbers of [0, 1). */
export function drawnShape(kind: Parser["kind"], random: () => number): Shape {
  const tokens = [...TOKENS[kind], ...COMMON];
  const some = (most: number, least = 0) =>
    Array.from(
      { length: least + Math.floor(random() * (most + 1 - least)) },
      () => tokens[Math.floor(random() * tokens.length)],
    ).join("");
  const [before, unit, after] = [some(5), some(4, 1), some(4)];
  const encoding = kind === "binary" ? "latin1" : "utf8";
  return {
    name: JSON.stringify([before, unit, after]),
    make: (n) => Buffer.from(before + unit.repeat(n) + after, encoding),
  };
}
