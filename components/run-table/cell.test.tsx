import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { GroupCell, MetricCell } from "#server/contracts/run-table.ts";
import { cellTip, RunTableCell } from "./cell.tsx";

const BEST = "metric:reward/raw:max";
const cell = (more: Partial<MetricCell>): MetricCell => ({
  kind: "metric",
  value: -7.35,
  n: 151,
  nonFinite: null,
  x: 164,
  attempt: null,
  share: null,
  ...more,
});
const markup = (of: MetricCell) => renderToStaticMarkup(<RunTableCell column={BEST} cell={of} />);
const seen = (of: MetricCell) =>
  markup(of)
    .replaceAll(/<span class="hidden-text">.*?<\/span>/g, "")
    .replaceAll(/<[^>]*>/g, "");
const heard = (of: MetricCell) =>
  markup(of)
    .replaceAll(/<span[^>]*aria-hidden="true">.*?<\/span>/g, "")
    .replaceAll(/<[^>]*>/g, "")
    .trim();

test("a value of a run that has had one attempt is the value alone", () => {
  expect(seen(cell({}))).toBe("−7.35");
  expect(cellTip(BEST, cell({}))).toBe("highest of 151 points at step 164");
});

test("a value of a run with several attempts says which it is of, seen, heard and in the tooltip", () => {
  const resumed = cell({ attempt: 2 });
  expect(seen(resumed)).toBe("attempt 2 −7.35");
  expect(heard(resumed)).toBe("−7.35, of attempt 2 alone");
  expect(cellTip(BEST, resumed)).toBe("highest of 151 points at step 164; of attempt 2 alone");
});

test("a value that shares its x says with how many, seen, heard and in the tooltip", () => {
  const shared = cell({ sharedX: 3 });
  expect(seen(shared)).toBe("3 values −7.35");
  expect(heard(shared)).toBe("−7.35, one of 3 values at step 164");
  expect(cellTip(BEST, shared)).toBe("highest of 151 points, one of 3 values at step 164");
});

test("so does the dash of a metric that the latest attempt has not sent", () => {
  const none = cell({ attempt: 2, value: null, n: 0, x: null });
  expect(seen(none)).toBe("attempt 2 –");
  expect(heard(none)).toBe("–, attempt 2 sent none");
  expect(cellTip(BEST, none)).toBe("attempt 2 sent none");
});

const GROUP: GroupCell = {
  kind: "group",
  mean: 1,
  n: 4,
  of: 5,
  resumed: 2,
  low: 0,
  high: 2,
  nonFinite: null,
  method: "mean with t interval, 3 degrees of freedom, over seeds",
  refused: null,
};

test("the mean of a group says of how many runs only the latest attempt counts", () => {
  expect(cellTip(BEST, GROUP)).toBe(
    "mean with t interval, 3 degrees of freedom, over seeds; 4 of 5 runs have a finite value; of 2 of them only the latest attempt counts",
  );
  expect(cellTip(BEST, { ...GROUP, resumed: 0 })).not.toContain("attempt");
});

test("beside the mean of a group the runs behind it are called runs: a column of n counts problems", () => {
  const text = (more: Partial<GroupCell>) =>
    renderToStaticMarkup(<RunTableCell column={BEST} cell={{ ...GROUP, ...more }} />).replaceAll(
      /<[^>]*>/g,
      "",
    );
  expect(text({ low: null, n: 15, of: 15 })).toMatch(/15 runs$/);
  expect(text({ low: null, n: 1, of: 5 })).toMatch(/1 run$/);
  expect(text({})).toMatch(/4 runs \[/);
  expect(text({ n: 5 })).not.toContain("run");
});
