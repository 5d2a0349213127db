import { doAtOnce } from "../series/sliced.ts";
import { expect, test } from "vitest";
import { selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { textOf } from "../../contracts/reports/report-tree.ts";
import { evaluationEvent } from "../testing.ts";
import { exportReport } from "./export/export-report.ts";
import { HASHES, page, reportWorld, write } from "./testing.ts";

/** Of the run with 20 solved of 40: one more evaluation with 4 fewer, none of them solved by it alone. */
const world = reportWorld({
  events: (label, seed) =>
    label === "baseline" && seed === 0
      ? [evaluationEvent(HASHES, 16, { key: "middle", step: 6, final: false })]
      : [],
});
const exported = (id: string, form: "md" | "csv") =>
  doAtOnce(
    exportReport(world.ctx, { id, form, view: "draft", check: false, anonymous: false, neutralNames: false }),
  ).text;

test("where interval and exact test disagree no door of a report prints the interval, and each says why", () => {
  const [run] = world.runs.filter(({ label, seed }) => label === "baseline" && seed === 0);
  const found = selectEvaluationTotals(world.ctx.db, { runIds: [run.id], finalOnly: false });
  const at = (step: number) => found.find(({ evaluation }) => evaluation.trainStep === step)?.evaluation.id;
  const id = write(world, `\`\`\`ablab comparison\na: ${at(6)}\nb: ${at(12)}\n\`\`\``);
  const printed = page(world, id).tree.map(textOf).join("\n");
  const markdown = exported(id, "md");
  // Tango's interval of 4 : 0 among 40 is 0.9 to 23.1 points, the exact p 0.125.
  for (const text of [printed, markdown]) {
    expect(text).toMatch(/\+10\.0 interval and exact test disagree/);
    expect(text).not.toMatch(/\+10\.0 \[/);
  }
  const csv = exported(id, "csv").split("\r\n");
  const row = csv.find((line) => line.includes('"RR@5 (difference)"'));
  expect(row).toContain(",0.1,,,40,");
  expect(row).toContain("interval and exact test disagree");
});

test("a table says what its exploratory columns are adjusted for, which of them are not shown, and their level", () => {
  const e = world.experimentId;
  const id = write(
    world,
    `\`\`\`ablab ablation-table\nexperiment: ${e}\nmetrics: eval/rr_at_5, eval/steps\n\`\`\``,
  );
  for (const text of [page(world, id).tree.map(textOf).join("\n"), exported(id, "md")]) {
    expect(text).toMatch(/; exploratory: also for 5\scolumns, of which .+ and .+ are not shown/);
    expect(text).toContain("[99 % CI]");
    expect(text).not.toContain("..");
  }
});
