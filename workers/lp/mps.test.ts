import { describe, expect, test } from "vitest";
import type { LpModel } from "./model.ts";
import { readMps } from "./mps.ts";
import type { MpsError } from "./mps-line.ts";
import { COMPLETE_MPS } from "./testing/models.ts";

function refusal(text: string): MpsError {
  try {
    readMps(text);
  } catch (error) {
    return error as MpsError;
  }
  throw new Error("The text was accepted.");
}

/** The complete file with one line replaced; the refusal must name that line unless another is given. */
const withLine = (line: number, text: string) =>
  COMPLETE_MPS.split("\n")
    .map((old, k) => (k === line - 1 ? text : old))
    .join("\n");

describe("reading", () => {
  test("every section of a complete file ends up in the model", () => {
    const model = readMps(COMPLETE_MPS);
    expect(model).toEqual({
      name: "example",
      colCount: 3,
      rowCount: 3,
      maximize: true,
      offset: 3,
      rowNames: ["lim1", "lim2", "myeqn"],
      colNames: ["x", "y", "z"],
      cost: Float64Array.of(1, 2, -1),
      integer: Uint8Array.of(0, 1, 0),
      A: Float64Array.of(1, 1, 0, 1, 0, 0, 0, 0, 1),
      rowLower: Float64Array.of(1.5, 1, 5),
      rowUpper: Float64Array.of(4, Infinity, 7),
      colLower: Float64Array.of(0, -1, -Infinity),
      colUpper: Float64Array.of(4, Infinity, Infinity),
    } satisfies LpModel);
  });

  test("the sense may stand on the line of its section, and CRLF, tabs and a byte order mark do not matter", () => {
    const text = COMPLETE_MPS.replace("OBJSENSE\n    MAX", "OBJSENSE MAXIMIZE").replaceAll(/ {4,}/g, "\t");
    expect(readMps("\uFEFF" + text.replaceAll("\n", "\r\n"))).toEqual(readMps(COMPLETE_MPS));
  });

  test("set names may be missing", () => {
    const text = COMPLETE_MPS.replaceAll("RHS       ", "")
      .replaceAll("RNG       ", "")
      .replaceAll("BND       ", "");
    expect(readMps(text)).toEqual(readMps(COMPLETE_MPS));
  });

  const bounds = (lines: string, integer = false) => {
    const [open, close] = integer ? [" M 'MARKER' 'INTORG'\n", " M 'MARKER' 'INTEND'\n"] : ["", ""];
    const model = readMps(
      `ROWS\n N o\n L r\nCOLUMNS\n${open} x o 1 r 1\n${close}RHS\n r 1\nBOUNDS\n${lines}\nENDATA`,
    );
    return [model.colLower[0], model.colUpper[0], model.integer[0]];
  };
  test.each([
    ["", [0, Infinity, 0]],
    [" UP B x 5", [0, 5, 0]],
    [" UP B x 0", [0, 0, 0]],
    [" UP B x -5", [-Infinity, -5, 0]],
    [" UP B x -5\n LO B x -9", [-9, -5, 0]],
    [" LO B x -9\n UP B x -5", [-9, -5, 0]],
    [" LO B x 0\n UP B x -5", [0, -5, 0]],
    [" MI B x\n UP B x 3", [-Infinity, 3, 0]],
    [" LO B x 2\n PL B x", [2, Infinity, 0]],
    [" FX B x 2", [2, 2, 0]],
    [" FR x", [-Infinity, Infinity, 0]],
    [" FR B x 0", [-Infinity, Infinity, 0]],
    [" BV B x", [0, 1, 1]],
    [" LI B x -3\n UI B x 7", [-3, 7, 1]],
    [" UP B x inf", [0, Infinity, 0]],
    [" UP B x 1e30", [0, Infinity, 0]],
    [" LO B x -Infinity", [-Infinity, Infinity, 0]],
  ])("bounds %j are %j", (lines, expected) => expect(bounds(lines)).toEqual(expected));

  test("an integer column without bounds has no upper limit", () => {
    expect(bounds("", true)).toEqual([0, Infinity, 1]);
    expect(bounds(" UP B x -2", true)).toEqual([-Infinity, -2, 1]);
  });

  const range = (sense: string, value: string) => {
    const text = `ROWS\n N o\n ${sense} r\nCOLUMNS\n x r 1\nRHS\n r 10\nRANGES\n r ${value}\nENDATA`;
    const model = readMps(text);
    return [model.rowLower[0], model.rowUpper[0]];
  };
  test.each([
    ["L", "3", [7, 10]],
    ["L", "-3", [7, 10]],
    ["G", "3", [10, 13]],
    ["G", "-3", [10, 13]],
    ["E", "3", [10, 13]],
    ["E", "-3", [7, 10]],
    ["E", "0", [10, 10]],
  ])("a range on a %s row of %s gives %j", (sense, value, expected) =>
    expect(range(sense, value)).toEqual(expected),
  );
});

describe("refusing, with the line", () => {
  test.each([
    ["a row twice", 8, " L  lim1", 8, "declared twice"],
    ["an unknown sense", 8, " X  lim2", 8, "not a row sense"],
    ["a second coefficient", 13, "    x         lim1         1.0", 13, "second coefficient in row"],
    ["an unknown row in COLUMNS", 13, "    x  nowhere 1", 13, 'unknown row "nowhere"'],
    ["a word as coefficient", 13, "    x  lim2 one", 13, "not a decimal number"],
    ["NaN as coefficient", 13, "    x  lim2 NaN", 13, "not a decimal number"],
    ["a hexadecimal coefficient", 13, "    x  lim2 0x10", 13, "not a decimal number"],
    ["an infinite coefficient", 13, "    x  lim2 1e999", 13, "count as infinite"],
    ["a coefficient without row", 13, "    x  lim2", 13, "one or two pairs"],
    ["a column in two places", 18, "    x  myeqn 1", 18, "must stand together"],
    ["a broken marker", 14, "    M 'MARKER' 'INTXYZ'", 14, "a marker line"],
    ["an end without start", 14, "    M 'MARKER' 'INTEND'", 14, "without 'INTORG'"],
    ["a start without end", 17, "*", 19, "has no 'INTEND'"],
    ["an unknown row in RHS", 20, "    RHS  nowhere 1", 20, 'unknown row "nowhere"'],
    ["an infinite right-hand side", 20, "    RHS  lim1 inf", 20, "not a decimal number"],
    ["a huge right-hand side", 20, "    RHS  lim1 1e30", 20, "count as infinite"],
    ["a second right-hand side", 20, "    RHS  myeqn 1", 21, "second right-hand side"],
    ["a second set of right-hand sides", 21, "    RHS2 myeqn 1", 21, "a second set"],
    ["a range of the objective", 23, "    RNG  cost 1", 23, "is an N row"],
    ["a second range", 23, "    RNG  lim1 1 lim1 2", 23, "second range"],
    ["an unknown column in BOUNDS", 25, " UP BND nobody 1", 25, 'unknown column "nobody"'],
    ["a bound type of another kind", 25, " SC BND x 1", 25, "not supported"],
    ["a bound without value", 25, " UP x", 25, "an optional set, a column and a value"],
    ["a word as bound", 25, " UP BND x many", 25, "not a decimal number"],
    ["an upper bound of minus infinity", 25, " UP BND x -inf", 25, "wrong side"],
    ["an infinite fixed value", 25, " FX BND x inf", 25, "not a decimal number"],
    ["the same side twice", 26, " UP BND x 3", 26, "second upper bound"],
    ["an unknown section", 24, "SOS", 24, "unknown section"],
    ["a section twice", 24, "RHS", 24, "appears twice"],
    ["sections out of order", 22, "OBJSENSE MAX", 22, "appears twice"],
    ["data where a section must stand", 2, " x y 1", 2, "must stand"],
    ["data in the first column", 13, "x lim2 1", 13, "must start with a blank"],
    ["a word that is no sense", 4, "    UP", 4, "not a sense"],
    ["no end", 28, "", 29, "without ENDATA"],
    ["no objective", 6, "*", 12, 'unknown row "cost"'],
  ])("%s", (_, line, text, at, words) => {
    const error = refusal(withLine(line, text));
    expect(error.message).toContain(words);
    expect(error).toMatchObject({ name: "MpsError", code: "MPS", line: at });
    expect(error.message).toMatch(new RegExp(`^line ${at}, `));
  });

  test.each([
    ["", "ENDATA"],
    ["NAME x\nENDATA\n", "section ROWS is missing"],
    ["ROWS\n N o\nENDATA\n", "section COLUMNS is missing"],
    ["ROWS\n L r\nCOLUMNS\n x r 1\nENDATA\n", "no objective"],
    ["ROWS\n N o\nCOLUMNS\nENDATA\n", "no columns"],
    ["ROWS\n N o\nCOLUMNS\n x o 1\nENDATA\nmore\n", "after ENDATA"],
    ["ROWS\n N o\nCOLUMNS\n x o 1\nRANGES\nRHS\nENDATA\n", "must stand before"],
  ])("%j", (text, words) => expect(refusal(text).message).toContain(words));

  test("a model that would not fit in memory, before it is built", () => {
    const rows = Array.from({ length: 3000 }, (_, i) => ` L r${i}`).join("\n");
    const columns = Array.from({ length: 3000 }, (_, j) => ` x${j} r0 1`).join("\n");
    const text = `ROWS\n N o\n${rows}\nCOLUMNS\n${columns}\nENDATA`;
    expect(refusal(text).message).toContain("too large");
  });
});
