import { expect, test } from "vitest";
import { blockOf } from "../../contracts/reports/report-text.ts";
import { doAtOnce, type Sliced } from "../series/sliced.ts";
import { ReportPageInput } from "../../contracts/reports/report.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { getReportPage } from "./page.ts";
import { publishReport } from "./publish.ts";
import { saveReport } from "./save.ts";
import { liveStates } from "./states.ts";
import { reportWorld, write } from "./testing.ts";

const world = reportWorld();
const { ctx, experimentId: experiment } = world;
const CHART = blockOf({ kind: "metric-chart", experiment, metric: "reward/raw" });
const VARIANCE = blockOf({ kind: "reward-variance", experiment });
const TABLE = blockOf({ kind: "ablation-table", experiment });

/** How often a work gives way; `between` is done once, at its `at`th pause. */
function pausesOf<T>(work: Sliced<T>, at = -1, between = () => {}): { pauses: number; made: T } {
  for (let pauses = 0; ; pauses++) {
    const step = work.next();
    if (step.done) return { pauses, made: step.value };
    if (pauses === at) between();
  }
}

test("a report gives way between its blocks, and inside those of curves for every run", () => {
  const pauses = (text: string) => pausesOf(liveStates(ctx, readMarkdown(text))).pauses;
  expect(pauses(TABLE)).toBe(1);
  // Six runs, whose points are in the digest, and one line for each configuration.
  expect(pauses(CHART)).toBeGreaterThan(2 * 6 + 2);
  // Two curves and four quantities at the end.
  expect(pauses(VARIANCE)).toBeGreaterThan(2 * (2 * 6 + 2) + 4 * 6);
  expect(pauses(`${TABLE}\n\n${CHART}\n\n${CHART}`)).toBe(pauses(TABLE) + pauses(CHART) + 1);
});

test("what changed while a report was read is in all of it, and a text saved meanwhile is what is frozen", () => {
  const id = write(
    world,
    "Solved: {{number experiment: " + experiment + "; config: baseline; metric: eval/rr}}",
  );
  const save = (markdown: string) => () =>
    void saveReport(ctx, { id, title: "A claim", markdown, version: 1, keeps: false });
  const { made } = pausesOf(publishReport(ctx, id), 0, save("Nothing is claimed."));
  expect(made.counts.frozen).toBe(0);
  const page = doAtOnce(getReportPage(ctx, ReportPageInput.parse({ id, view: "newest" })));
  expect(page.markdown).toBe("Nothing is claimed.");
  expect(page.changedSincePublished).toBe(false);
});

test("a block about an experiment of more runs than one answer may hold is a sentence, and nothing is read for it", () => {
  const { $client } = ctx.db;
  const names = (
    $client.prepare("select name from pragma_table_info('runs')").all() as { name: string }[]
  ).map(({ name }) => name);
  const set: Record<string, string> = { id: "'run_' || printf('%016x', i)", seed: "1000 + i" };
  const values = names.map((name) => set[name] ?? `t."${name}"`);
  $client.exec(
    `insert into runs (${names.map((name) => `"${name}"`).join()})
     with recursive c(i) as (select 1 union all select i + 1 from c where i < 900)
     select ${values.join()} from c, runs t where t.id = '${world.runs[0].id}'`,
  );
  for (const text of [CHART, VARIANCE, TABLE]) {
    const [{ answer }] = doAtOnce(liveStates(ctx, readMarkdown(text)));
    expect(answer.kind).toBe("error");
    expect(answer.kind === "error" && answer.message).toContain("906 runs");
  }
});
