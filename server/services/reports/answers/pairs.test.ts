import { doAtOnce } from "../../series/sliced.ts";
import { expect, test } from "vitest";
import { ExportInput, WriteReportInput } from "../../../contracts/reports/report.ts";
import { textOf } from "../../../contracts/reports/report-tree.ts";
import { exportReport } from "../export/export-report.ts";
import { publishReport } from "../publish.ts";
import { page, reportWorld, type ReportWorld, write } from "../testing.ts";
import { writeReport } from "../write.ts";
import { answerPairs } from "./pairs.ts";
import { startReading } from "./reading.ts";

const answered = (world: ReportWorld) =>
  answerPairs(startReading(world.ctx), {
    kind: "before-after",
    experiment: world.experimentId,
    say: "table",
  });
const pairs = (world: ReportWorld) => answered(world).answer;

test("every trained configuration has its start and its end, the mean difference, and how many seeds settle a sign", () => {
  const { groups, message, problems } = pairs(reportWorld());
  const [{ title, rows }] = groups;
  expect(title).toBe("RR@5");
  expect(problems).toBe(40);
  expect(rows.map(({ config, n, ranked, higher, lower }) => [config, n, ranked, higher, lower])).toEqual([
    ["baseline", 3, 3, 3, 0],
    ["no_kl", 3, 3, 3, 0],
  ]);
  for (const { before, after, difference, seeds } of rows) {
    expect(difference.value).toBeCloseTo((after.value ?? 0) - (before.value ?? 0));
    expect(seeds.map(({ seed }) => seed)).toEqual([0, 1, 2]);
    for (const one of seeds)
      expect(one.difference.value).toBeCloseTo((one.after.value ?? 0) - (one.before.value ?? 0));
  }
  expect(message).toMatch(
    /^After training, RR@5 is higher in every seed of baseline \(\+[\d.]+\u202fpp\), no_kl \(\+[\d.]+\u202fpp\)\.$/,
  );
});

test("a seed whose end was measured on other problems gets no difference, and the report says why", () => {
  const world = reportWorld();
  const run = world.runs.find(({ label }) => label === "no_kl")?.id;
  const db = world.ctx.db.$client;
  const end = db.prepare("select id from evaluations where run_id = ? and final = 1").pluck().get(run);
  db.prepare(
    "delete from evaluation_rows where rowid in (select rowid from evaluation_rows where evaluation_id = ? limit 20)",
  ).run(end);
  db.prepare("update evaluations set n = 20 where id = ?").run(end);
  const { groups, notes, message } = pairs(world);
  const apart = groups[0].rows.find(({ config }) => config === "no_kl");
  expect(apart).toMatchObject({ n: 3, ranked: 2, difference: { value: null } });
  expect(notes.join(" ")).toContain("C02");
  expect(message).toMatch(/in every seed of baseline \([^)]*\), no_kl\.$/);
});

test("one row behind a pair that changes turns its block, and no other data does", () => {
  const world = reportWorld();
  const { digest } = answered(world);
  expect(answered(world).digest).toBe(digest);
  world.ctx.db.$client
    .prepare(
      "update evaluation_rows set solved = 1 - solved where rowid in (select rowid from evaluation_rows limit 1)",
    )
    .run();
  expect(answered(world).digest).not.toBe(digest);
});

test("page, Markdown and CSV say the same verdict, each thing once", () => {
  const world = reportWorld();
  const { id } = writeReport(
    world.ctx,
    WriteReportInput.parse({ experimentId: world.experimentId, template: "sft-vs-rl" }),
  );
  doAtOnce(publishReport(world.ctx, id));
  const { message, groups, how } = pairs(world);
  const text = page(world, id).tree.map(textOf).join("\n");
  const markdown = doAtOnce(exportReport(world.ctx, ExportInput.parse({ id, form: "md" }))).text;
  for (const said of [message, ...how]) {
    expect(text.split(said)).toHaveLength(2);
    expect(markdown.split(said)).toHaveLength(2);
  }
  for (const { config } of groups[0].rows)
    expect(markdown).toMatch(new RegExp(`\\| ${config} \\|.*higher 3/3`));
  const csv = doAtOnce(exportReport(world.ctx, ExportInput.parse({ id, form: "csv" }))).text;
  expect(csv.split("\r\n").filter((line) => line.includes('"RR@5 (difference)"'))).toHaveLength(6);
});

test("without two evaluations of any run the block says so", () => {
  const world = reportWorld();
  world.ctx.db.$client.prepare("update evaluations set protocol_hash = hex(id) where final = 0").run();
  const id = write(world, `\`\`\`ablab before-after\nexperiment: ${world.experimentId}\n\`\`\``);
  expect(page(world, id).tree.map(textOf).join(" ")).toContain("so the two cannot be paired");
});
