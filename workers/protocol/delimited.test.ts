import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DELIMITERS, delimitedRows, guessDelimiter } from "./delimited.ts";

const rowsOf = (text: string, delimiter = ",", isWhole = true) => [
  ...delimitedRows(text, { delimiter, isWhole }),
];

test("cells hold delimiters, breaks and doubled quotes where they are quoted", () => {
  expect(rowsOf('a,"b, ""c""\nd",e\r\n1,,\n')).toEqual([
    ["a", 'b, "c"\nd', "e"],
    ["1", "", ""],
  ]);
  expect(rowsOf('\u{FEFF}a; "b;c";d', ";")).toEqual([["a", "b;c", "d"]]);
});

test("a last line that is still written is left out where the text is not whole", () => {
  expect(rowsOf("a,b\n1,2\n3,", ",", false)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(rowsOf('a\n"1', ",", false)).toEqual([["a"]]);
  expect(rowsOf("a,b\n1,")).toEqual([
    ["a", "b"],
    ["1", ""],
  ]);
});

test("what is written with any delimiter is read as it was", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "1", " ", "\t", "|") });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...DELIMITERS),
      fc.constantFrom("\n", "\r\n"),
      (rows, delimiter, end) => {
        const text = rows
          .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(delimiter))
          .join(end);
        expect(rowsOf(text, delimiter)).toEqual(rows);
      },
    ),
  );
});

test("nothing makes it fail or stay", () => {
  fc.assert(fc.property(fc.string(), fc.boolean(), (text, isWhole) => void rowsOf(text, ",", isWhole)));
});

test("the delimiter is told by the lines that agree", () => {
  expect(guessDelimiter("step;loss\n1;0,5\n2;0,25")).toBe(";");
  expect(guessDelimiter("a,b\n1,2")).toBe(",");
  expect(guessDelimiter("one line\nand another")).toBeNull();
});
