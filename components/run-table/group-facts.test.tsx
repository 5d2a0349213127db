import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { GroupEntry } from "#server/contracts/run-table.ts";
import { groupFact } from "./group-facts.tsx";

const time = (meanTime: GroupEntry["meanTime"]) =>
  renderToStaticMarkup(<>{groupFact("time", { runs: 5, meanTime } as GroupEntry, 0)}</>);

test("the mean time of a group stands with how many runs it is of, and the tooltip says which runs these are", () => {
  const markup = time({ ms: 42_000, n: 3 });
  expect(markup.replaceAll(/<[^>]*>/g, "")).toMatch(/^42\ss ?3 runs$/);
  expect(markup).toContain("mean of the 3 of 5 runs that have ended");
});

test("a group in which no run has ended has no time", () => {
  expect(time(null)).toBe("");
});
