import { expect, onTestFinished, test, vi } from "vitest";
import { listRuns } from "../services/runs/list.ts";
import { launch, makeWorld } from "../services/testing.ts";
import { progressPrinter } from "./progress-printer.ts";

test("a run with steps shows how many it has done, and one without steps no bar", () => {
  const world = makeWorld();
  launch(world);
  const { rows } = listRuns(world.ctx, {
    experimentId: null,
    state: "all",
    search: "",
    limit: 10,
    offset: 0,
  });
  const row = { ...rows[0], state: "running" as const, startedAt: 0, endedAt: 2000 };
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const line = (more: Partial<typeof row>) => {
    written.mockClear();
    progressPrinter([row.id])([{ ...row, ...more }]);
    return String(written.mock.calls[0][0]);
  };
  expect(line({ step: 10, plannedSteps: 40 })).toMatch(/\[#####\.{15}\] {2}10\/40 +running 2 s/);
  const without = line({ step: null, plannedSteps: 0, phase: "labeling" });
  expect(without).toMatch(/^\S+ +labeling +running 2 s/);
  expect(without).not.toMatch(/\/0|\[/);
});
