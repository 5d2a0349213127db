import { expect, test } from "vitest";
import { curvesInput, loadCurvesSearch } from "#components/search-params/curves.ts";
import { CurveRunsInput } from "#server/contracts/charts/curves.ts";
import { RunTableInput } from "#server/contracts/run-table.ts";
import { AxisInput } from "#server/contracts/charts/series.ts";
import { rolloutSearch } from "#components/rollouts/rollout-search.ts";
import { loadRunPageSearch, loadRunSearch, runPageSearch, runTableInput } from "./runs.ts";

const long = (n: number) => "a".repeat(n);
const address = (query: Record<string, string>) => new URLSearchParams(query);
const list = (n: number, item: string) => Array.from({ length: n }, () => item).join(",");

const ABSURD: [param: string, value: string][] = [
  ["q", long(201)],
  ["q", `${long(199)}😀`],
  ["experiment", long(999)],
  ["experiment", ""],
  ["where", "p:x~eq~"],
  ["where", `p:x~eq~${long(999)}`],
  ["where", `m:${long(999)}:last~gt~1`],
  ["where", list(50, "seed~gt~1")],
  ["sort", list(50, "seed")],
  ["open", long(17)],
  ["open", list(300, "abc")],
  ["group", `p:${long(999)}`],
  ["cols", `m:${long(999)}:last~5`],
  ["page", "99999999999999999999"],
  ["page", "-3"],
  ["show", "12345"],
];

test.each(ABSURD)(
  "whatever %s of an address is, the run table asks what can be answered: %s",
  (param, value) => {
    const search = loadRunSearch(address({ group: "seed", [param]: value }));
    expect(RunTableInput.safeParse(runTableInput(search, 0)).error).toBeUndefined();
  },
);

test.each(ABSURD)("whatever %s of an address is, curves ask what can be answered: %s", (param, value) => {
  const search = loadCurvesSearch(address({ [param]: value }));
  expect(CurveRunsInput.safeParse(curvesInput(search)).error).toBeUndefined();
});

test("a search that is too long is cut, and groups that there cannot be are not open", () => {
  const search = loadRunSearch(address({ q: long(201), group: "seed", open: `${long(17)},abc` }));
  expect(runTableInput(search, 0)).toMatchObject({ search: long(200), open: ["abc"] });
});

test.each(["", " ", long(257)])("an x axis that cannot be named is the train step: %j", (x) => {
  const axes = [loadCurvesSearch(address({ x })).x, loadRunPageSearch(address({ x })).x];
  expect(axes).toEqual(["step", "step"]);
  expect(AxisInput.safeParse(axes[0]).success).toBe(true);
});

test("any other x axis is the one that is asked for", () => {
  expect(loadCurvesSearch(address({ x: "my/tokens" })).x).toBe("my/tokens");
});

test("a run page and its groups, which are read from one address, share the step and nothing else", () => {
  expect(Object.keys(rolloutSearch).filter((name) => name in runPageSearch)).toEqual(["step"]);
});
