import { expect, test } from "vitest";
import type { BrokenRule } from "../../../workers/protocol/points.ts";
import { readColumns } from "./columns.ts";
import { readLines } from "./lines.ts";

function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return (error as BrokenRule).message;
  }
  return "taken";
}
const inColumns = (columns: string) =>
  refusalOf(() => readColumns(JSON.parse(`{"series":[{"metric":"loss",${columns}}]}`)));
const inLine = (line: string) => refusalOf(() => readLines(`{${line}}\n`));

test.each(["1e309", "-1e309"])(
  "%s is named as a number beyond float64 wherever it stands, in columns",
  (big) => {
    const said = "it is a number beyond float64.";
    expect(inColumns(`"x":[${big}],"value":[1],"at":1`)).toBe(
      `series[0].x[0] must be a finite number; ${said}`,
    );
    expect(inColumns(`"x":[1,2],"value":[1,2],"at":[1,${big}]`)).toBe(
      `series[0].at[1] must be a finite number; ${said}`,
    );
    expect(inColumns(`"x":[1],"value":[1],"at":${big}`)).toBe(
      `series[0].at must be a finite number; ${said}`,
    );
    expect(inColumns(`"x":[1],"value":[${big}],"at":1`)).toContain(said);
  },
);

test.each(["1e309", "-1e309"])(
  "%s is named as a number beyond float64 wherever it stands, in lines",
  (big) => {
    const said = "it is a number beyond float64.";
    expect(inLine(`"x":${big},"at":1,"values":{"a":1}`)).toBe(`x of line 1 must be a finite number; ${said}`);
    expect(inLine(`"x":1,"at":${big},"values":{"a":1}`)).toBe(
      `at of line 1 must be a finite number; ${said}`,
    );
    expect(inLine(`"x":1,"at":1,"values":{"a":${big}}`)).toContain(said);
  },
);

test("a null is still a null", () => {
  expect(inColumns('"x":[null],"value":[1],"at":1')).toContain("it is null.");
});
