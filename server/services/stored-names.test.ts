import { expect, test } from "vitest";
import { RunTableInput } from "../contracts/run-table.ts";
import { SaveReportInput, WriteReportInput } from "../contracts/reports/report.ts";
import { WindowInput } from "../contracts/charts/series.ts";
import { CreateViewInput, RenameViewInput } from "../contracts/charts/views.ts";
import { NO_EDITS } from "../contracts/charts/panel-layout.ts";
import { getExperiment } from "./experiments/get.ts";
import { listExperiments } from "./experiments/list.ts";
import { listReports } from "./reports/list.ts";
import { saveReport } from "./reports/save.ts";
import { page, reportWorld, write } from "./reports/testing.ts";
import { writeReport } from "./reports/write.ts";
import { getRun } from "./runs/get.ts";
import { runTable } from "./run-table/table.ts";
import { addPoints, worldWithRuns } from "./series/testing.ts";
import { seriesWindow } from "./series/window.ts";
import { createView } from "./views/create.ts";
import { getView } from "./views/list.ts";
import { renameView } from "./views/save.ts";

/** Names that no door takes any more, as a database from before may hold them. */
const NAMES = ["\u200b", "two\nlines", "loss\u202egol", "lo\u200bss"];

test.each(NAMES)(
  "an experiment that is called %j opens, and its report has a title to press",
  async (title) => {
    const { ctx, experimentId, runs } = reportWorld();
    ctx.db.$client.prepare("update experiments set title = ?").run(title);
    expect(listExperiments(ctx).map((e) => e.title)).toEqual([title]);
    expect(getExperiment(ctx, experimentId).title).toBe(title);
    expect(getRun(ctx, runs[0].id).row.experiment).toBe(title);
    expect((await runTable(ctx, RunTableInput.parse({}))).entries).toHaveLength(runs.length);
    const written = writeReport(ctx, WriteReportInput.parse({ experimentId }));
    expect(written.title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  },
);

test.each(NAMES)("a report that is called %j opens, and is saved under another name", (title) => {
  const world = reportWorld();
  const id = write(world, "words");
  world.ctx.db.$client.prepare("update reports set title = ?").run(title);
  expect(listReports(world.ctx).map((r) => r.title)).toEqual([title]);
  expect(page(world, id).report.title).toBe(title);
  saveReport(world.ctx, SaveReportInput.parse({ id, version: 1, title: "A claim", markdown: "words" }));
  expect(page(world, id).report.title).toBe("A claim");
});

test.each(NAMES)("a view and a panel that are called %j open, and the view is renamed", (name) => {
  const { ctx } = reportWorld();
  const { id } = createView(ctx, CreateViewInput.parse({ scope: "runs", name: "Mine", layout: NO_EDITS }));
  const layout = { ...NO_EDITS, added: [{ key: "added:1", section: "own", title: name, metrics: [name] }] };
  ctx.db.$client
    .prepare("update panel_views set name = ?, layout = ? where id = ?")
    .run(name, JSON.stringify(layout), id);
  expect(getView(ctx, id)).toMatchObject({ name, layout });
  expect(renameView(ctx, RenameViewInput.parse({ id, name: "Ours" })).name).toBe("Ours");
});

test.each(NAMES)("a metric that is called %j is read", (metric) => {
  const { world, runs } = worldWithRuns();
  addPoints(world, runs[0].attemptId, metric, [[1, 2]]);
  const ask = WindowInput.parse({ runIds: [runs[0].runId], metrics: [metric], buckets: 10 });
  expect(seriesWindow(world.ctx, ask).map(({ total }) => total)).toEqual([1]);
  expect(getRun(world.ctx, runs[0].runId).metrics).toContain(metric);
});
