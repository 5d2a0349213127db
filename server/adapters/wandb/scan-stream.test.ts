import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rowsOfTable } from "../../contracts/external/testing.ts";
import { isForeign, parseForeign } from "../../foreign/foreign-values.ts";
import { readRows, type ReadRows } from "./read-rows.ts";
import { scanStream, type ScannedStream } from "./scan-stream.ts";

const NAMES = ["wandb-history.jsonl", "wandb-events.jsonl"];
const asText = JSON.stringify;

/** What is read of a message in the end, and in how many steps. */
function scanned(body: string): { read: ScannedStream | null; steps: number } {
  const reading = scanStream(Buffer.from(body), NAMES);
  for (let steps = 1; ; steps++) {
    const step = reading.next();
    if (step.done) return { read: step.value, steps };
  }
}

/** The same rows by way of `JSON.parse`. */
function readWhole(body: string, name: string): ReadRows {
  const sent = parseForeign(body);
  const files = isForeign(sent) && isForeign(sent.files) ? sent.files : {};
  const file = files[name];
  return readRows(isForeign(file) && Array.isArray(file.content) ? file.content : []);
}

const shown = ({ table, asides, tables }: ReadRows) => ({ rows: rowsOfTable(table), asides, tables });

function expectSame(body: string): void {
  const { read: found } = scanned(body);
  expect(found, body).not.toBeNull();
  for (const [name, read] of found!.rows) expect(shown(read), body).toEqual(shown(readWhole(body, name)));
  // What is left says the same as the whole but for the rows.
  const rest = parseForeign(found!.rest) as { files?: Record<string, { content?: unknown }> };
  const whole = parseForeign(body) as typeof rest;
  for (const name of found!.rows.keys()) whole.files![name].content = [];
  expect(rest).toEqual(whole);
}

const name = fc.oneof(
  fc.constantFrom(
    "loss",
    "train/loss",
    "_step",
    "_timestamp",
    "_runtime",
    "_wandb",
    "__proto__",
    "constructor",
    "",
  ),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const word = fc.constantFrom(
  "NaN",
  "Infinity",
  "-Infinity",
  "true",
  "false",
  "null",
  "-NaN",
  "nan",
  "1.",
  "01",
  "x",
);
const number = fc
  .oneof(fc.double(), fc.integer(), fc.double({ min: -1e3, max: 1e3 }))
  .map((value) => (Number.isFinite(value) ? asText(value) : "1e999"));
const value = fc.oneof(
  { weight: 8, arbitrary: number },
  { weight: 2, arbitrary: word },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.string({ maxLength: 5 }),
        fc.constant({ _type: "table-file", path: "t.json" }),
        fc.constant({ a: { b: 1, c: "x" }, _type: 3 }),
        fc.array(fc.integer(), { maxLength: 2 }),
        fc.constantFrom("NaN", "Infinity"),
      )
      .map((any) => asText(any)),
  },
);
/** Go writes no blank, Python one behind each mark, and others what they like. */
const marks = fc.constantFrom([",", ":"], [", ", ": "], [" ,", " :"], ["\n,\t", ":  "]);
const row = fc
  .tuple(fc.array(fc.tuple(name, value), { maxLength: 5 }), marks)
  .map(
    ([entries, [comma, colon]]) =>
      `{${entries.map(([key, held]) => asText(key) + colon + held).join(comma)}}`,
  );
const line = fc.oneof(
  { weight: 8, arbitrary: row.map((text) => asText(text)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "3",
      "null",
      '""',
      '"{"',
      '"{}}"',
      '"[]"',
      '"{\\"a\\":1"',
      "[1, NaN]",
      '{"loss": NaN}',
    ),
  },
  { weight: 1, arbitrary: row.map((text) => asText(text).replace("loss", "l\\u006fss")) },
);
const list = fc.array(line, { maxLength: 6 }).map((lines) => `[${lines.join(" , ")}]`);

describe("the rows of a message are read from its bytes as JSON.parse reads them", () => {
  test("whatever they hold", () => {
    fc.assert(
      fc.property(list, fc.option(list), fc.nat(), (history, system, offset) => {
        const other = system === null ? "" : `,"wandb-events.jsonl":{"content":${system} , "offset":2}`;
        expectSame(
          `{"files":{"wandb-history.jsonl":{"offset":${offset},"content":${history}}${other}},"complete":false}`,
        );
      }),
      { numRuns: 600 },
    );
  });

  test("of a name that stands twice the last, whatever it is", () => {
    for (const row of ['{"a":1,"a":null}', '{"a":1,"a":2}', '{"_step":1,"_step":true}', '{"a":1,"a":"x"}'])
      expectSame(asText({ files: { "wandb-history.jsonl": { content: [row, '{"a":3}'] } } }));
  });

  test("of many metrics and more rows than there was room for", () => {
    const rows = Array.from({ length: 300 }, (_, i) =>
      asText(Object.fromEntries(Array.from({ length: 40 }, (_, k) => [`m${(7 * i + k) % 90}`, i / (k + 1)]))),
    );
    expectSame(asText({ files: { "wandb-history.jsonl": { offset: 0, content: rows } } }));
    const wide = asText(Object.fromEntries(Array.from({ length: 9000 }, (_, k) => [`m${k}`, k])));
    expectSame(
      asText({ files: { "wandb-history.jsonl": { offset: 0, content: [rows[0], wide, rows[1]] } } }),
    );
  });

  test("beside files of other names, in any order", () => {
    expectSame(
      '{ "uploaded": ["a]"], "files": { "output.log": {"content": ["{\\"loss\\":1}"]}, "wandb-events.jsonl": {} } }\n',
    );
    expectSame('{"files": [1]}');
    expectSame("{}");
  });
});

test("a message that is not as clients write it is left to be read as a whole", () => {
  const of = (text: string) => scanned(text).read;
  const twice = '"content":["{\\"a\\":1}"],"content":[]';
  for (const text of [
    "",
    "[]",
    "{",
    '{"files":{"wandb-history.jsonl":{"content":["{\\"a\\":1}"',
    '{"files":{"wandb-history.jsonl":{"content":["{\\"a\\":1}" "{}"]}}}',
    '{"files":{"wandb-history.jsonl":{"content":["{\\"a\\":1}", nothing]}}}',
    `{"files":{"wandb-history.jsonl":{${twice}}}}`,
    '{"files":{},"files":{}}',
    '{"f\\u0069les":{}}',
    '{"files":{}} {}',
  ])
    expect(of(text), text).toBeNull();
});

test("a list of more values than are read at once is left as well", () => {
  const many = `[${"1,".repeat(900_000)}1]`;
  expect(scanned(`{"files":{"wandb-history.jsonl":{"content":${many}}}}`).read).toBeNull();
});

test("a message of many rows is read in steps, between which others are served", () => {
  const of = (rows: number) =>
    scanned(asText({ files: { "wandb-history.jsonl": { content: Array(rows).fill('{"a":"x"}') } } }));
  expect(of(100).steps).toBe(1);
  const { read, steps } = of(100_000);
  expect(read!.rows.get(NAMES[0])!.table.n).toBe(100_000);
  // 14 bytes a row, 32 KiB a step.
  expect(steps).toBeGreaterThan(40);
});
