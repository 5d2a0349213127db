import { expect, test } from "vitest";
import { runColour } from "#components/ui/marks/run-state.tsx";
import { CAUSE_COLOURS } from "#server/plot/colours.ts";
import { sourceFiles } from "../../source-files.ts";

test("all solved and all failed have one pair of colours: in lines, in strokes of a group, in parts of a bar", () => {
  expect(Object.values(CAUSE_COLOURS).map((colour) => runColour(colour))).toEqual([
    "var(--all-solved)",
    "var(--all-failed)",
  ]);
  const named = sourceFiles().filter(
    ({ file, text }) => file.startsWith("components/") && /label: "all (solved|failed)"/.test(text),
  );
  expect(named.map(({ file }) => file)).toEqual(["components/charts/dead-parts.ts"]);
});
