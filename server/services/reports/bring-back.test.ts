import { expect, test } from "vitest";
import { DELETION_GRACE_MS } from "../../contracts/housekeeping/annotation-limits.ts";
import { moveThings } from "../moving/move.ts";
import { createProject, deleteProject } from "../projects/change.ts";
import { codeOf } from "../testing.ts";
import { bringReportBack, deleteDueReports, deleteReport, listDeletedReports } from "./delete.ts";
import { openShare } from "./open-share.ts";
import { saveReport } from "./save.ts";
import { createShareLink } from "./share-links.ts";
import { page, publish, reportWorld } from "./testing.ts";

type World = ReturnType<typeof reportWorld>;

const TABLES = ["reports", "report_drafts", "report_publications", "share_links", "deleted_reports"];

const rows = ({ ctx }: World) =>
  Object.fromEntries(TABLES.map((table) => [table, ctx.db.$client.prepare(`select * from ${table}`).all()]));

/** A report that was published, shared by a link and saved over, with an earlier text. */
function shared() {
  const world = reportWorld();
  const id = publish(world, "what it said");
  const { path } = createShareLink(world.ctx, { id, expires: "30d", anonymous: false, neutralNames: false });
  const token = path.replace("/share/", "");
  const { report } = page(world, id);
  world.clock.now += 60 * 60_000;
  saveReport(world.ctx, {
    id,
    version: report.version,
    title: report.title,
    markdown: "what it says",
    keeps: true,
  });
  return { world, id, token };
}

test("a deleted report is brought back whole: text, earlier texts, publications, and links that open again", () => {
  const { world, id, token } = shared();
  const before = rows(world);
  expect(before.report_drafts).not.toEqual([]);
  const { purgeAt } = deleteReport(world.ctx, id);
  expect(purgeAt).toBe(world.clock.now + DELETION_GRACE_MS);
  expect(rows(world)).toMatchObject({ reports: [], report_drafts: [], report_publications: [] });
  expect(openShare(world.ctx, token, true)).toMatchObject({ ok: false, status: 404 });
  expect(listDeletedReports(world.ctx)).toMatchObject([{ id, title: "A claim", purgeAt }]);
  world.clock.now = purgeAt - 1;
  deleteDueReports(world.ctx);
  expect(bringReportBack(world.ctx, id).message).toBe(
    "Brought back A claim with 1 revision and 1 open link.",
  );
  expect(rows(world)).toEqual(before);
  expect(openShare(world.ctx, token, true)).toMatchObject({ ok: true });
  expect(listDeletedReports(world.ctx)).toEqual([]);
});

test("a deleted report is gone for good after some minutes", () => {
  const { world, id } = shared();
  const { purgeAt } = deleteReport(world.ctx, id);
  world.clock.now = purgeAt;
  expect(listDeletedReports(world.ctx)).toEqual([]);
  expect(codeOf(() => bringReportBack(world.ctx, id)).code).toBe("not_found");
  deleteDueReports(world.ctx);
  expect(rows(world)).toEqual(Object.fromEntries(TABLES.map((table) => [table, []])));
});

test("a report comes back without what went meanwhile: its project and the experiment it was filled from", () => {
  const { world, id } = shared();
  createProject(world.ctx, { name: "Side" });
  moveThings(world.ctx, { ids: [id], to: "side" });
  world.ctx.db.$client.prepare("update reports set experiment_id = (select id from experiments)").run();
  deleteReport(world.ctx, id);
  deleteProject(world.ctx, { project: "side" });
  const whole = world.ctx.db.$client.prepare("select whole from deleted_reports").pluck().get() as string;
  const source = /"experimentId":"(exp_\w+)"/.exec(whole)?.[1] ?? "";
  world.ctx.db.$client
    .prepare("update deleted_reports set whole = replace(whole, ?, 'exp_0000000000000000')")
    .run(source);
  expect(bringReportBack(world.ctx, id).message).toMatch(/Its project is gone; it is in the default one\.$/);
  expect(page(world, id)).toMatchObject({
    project: { slug: "lp-debug" },
    report: { experimentId: null },
  });
  expect(world.ctx.db.$client.pragma("foreign_key_check")).toEqual([]);
});
