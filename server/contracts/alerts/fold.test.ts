import { describe, expect, test } from "vitest";
import type { AlertRow } from "./alert.ts";
import { lineTitle } from "../../wording/alerts.ts";
import { foldAlerts } from "./fold.ts";

const alert = (id: number, own: Partial<AlertRow> = {}): AlertRow => ({
  id,
  kind: "ended",
  rule: "ended",
  level: "info",
  title: `run ${id} finished`,
  why: "It reached its last step.",
  at: id,
  readAt: null,
  muted: false,
  run: { id: `run_${id}`, name: `run ${id}`, state: "finished" },
  experiment: { id: "exp_a", title: "a", runs: 12 },
  ...own,
});
const keys = (...alerts: AlertRow[]) => foldAlerts(alerts).map((line) => line.alerts.map(({ id }) => id));

describe("a list of alerts", () => {
  test("says of the runs of one experiment that ended once how many of how many", () => {
    const [line, ...others] = foldAlerts([3, 2, 1].map((id) => alert(id)));
    expect(others).toEqual([]);
    expect(lineTitle(line)).toBe("3 of 12 runs of a ended");
  });

  test("counts a run that ended twice once, and names two runs one by one", () => {
    const again = alert(2, { run: alert(1).run });
    expect(foldAlerts([alert(3), again, alert(1)])).toHaveLength(3);
    expect(foldAlerts([alert(4), alert(3), again, alert(1)])[0].runs).toBe(3);
  });

  test("keeps other experiments, other kinds, what is read and what no run is behind apart", () => {
    const ended = [6, 5, 4].map((id) => alert(id));
    const other = alert(7, { experiment: { id: "exp_b", title: "b", runs: 2 } });
    const failed = alert(3, { kind: "failed" });
    const seen = alert(2, { readAt: 9 });
    const none = alert(1, { kind: "webhook", run: null, experiment: null });
    expect(keys(other, ...ended, failed, seen, none)).toEqual([[7], [6, 5, 4], [3], [2], [1]]);
  });

  test("stands where the newest of a line stands", () => {
    expect(keys(alert(5), alert(4, { kind: "nan" }), alert(3), alert(2))).toEqual([[5, 3, 2], [4]]);
  });
});
