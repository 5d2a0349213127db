import { doAtOnce } from "../series/sliced.ts";
import { describe, expect, test } from "vitest";
import { selectReport } from "#db/queries/reports.ts";
import {
  CreateReportInput,
  ExportInput,
  LONGEST_MARKDOWN,
  SaveReportInput,
  WriteReportInput,
} from "../../contracts/reports/report.ts";
import { textOf } from "../../contracts/reports/report-tree.ts";
import { isServiceError } from "../../errors.ts";
import { codeOf, launch, makeWorld } from "../testing.ts";
import { exportReport } from "./export/export-report.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { page, publish, reportWorld, write } from "./testing.ts";
import { publishReport } from "./publish.ts";
import { drawMarkdown } from "./markdown/draw-markdown.ts";
import { saveReport } from "./save.ts";
import { writeReport } from "./write.ts";

describe("saving", () => {
  test("raises the version; an older version is refused, says so, and overwrites nothing", () => {
    const world = makeWorld();
    launch(world);
    const id = write(world, "one");
    const save = (version: number, markdown: string) =>
      saveReport(world.ctx, SaveReportInput.parse({ id, version, title: "T", markdown }));
    expect(save(1, "two").version).toBe(2);
    try {
      save(1, "three");
      expect.unreachable();
    } catch (error) {
      expect(isServiceError(error) && error.code).toBe("conflict");
      expect(String(error)).toContain("Nothing was overwritten and your text is still here");
    }
    expect(selectReport(world.ctx.db, id)).toMatchObject({ markdown: "two", version: 2 });
  });

  test("a megabyte of text, an empty and a long title are refused with a sentence", () => {
    const message = (input: object) =>
      CreateReportInput.safeParse({ title: "T", markdown: "", ...input }).error?.issues[0].message;
    expect(message({ markdown: "x".repeat(1_000_000) })).toContain("at most 50,000 characters");
    expect(message({ markdown: "x".repeat(LONGEST_MARKDOWN) })).toBeUndefined();
    expect(message({ title: "  " })).toBe("Give the report a title.");
    expect(message({ title: "x".repeat(201) })).toContain("at most 200");
  });
});

test("formulas beyond the five hundredth stand as their source, so that no text holds up the server", () => {
  const tree = drawMarkdown(readMarkdown("$x$ ".repeat(502)), () => []);
  const text = JSON.stringify(tree);
  expect(text.match(/"tag":"math"/g)).toHaveLength(500);
  expect(text.match(/"tag":"code"/g)).toHaveLength(2);
});

describe("publishing", () => {
  test("freezes words and answers; later words and data change the draft only", () => {
    const world = reportWorld();
    const id = publish(world, `RR@5 {{number metric: eval/rr_at_5; run: ${world.runs[0].id}; show: value}}`);
    saveReport(world.ctx, SaveReportInput.parse({ id, version: 1, title: "New", markdown: "Other words" }));
    const shown = page(world, id);
    expect(shown.publication).toMatchObject({ n: 1, title: "A claim", numbers: 1 });
    expect(shown.changedSincePublished).toBe(true);
    expect(shown.tree.map(textOf).join("")).toContain("RR@5 50\u202f%");
    expect(page(world, id, "draft").tree.map(textOf).join("")).toBe("Other words");
    const second = doAtOnce(publishReport(world.ctx, id));
    expect(second).toMatchObject({ revision: 2 });
    // Published again without a change it is the same revision.
    world.clock.now += 1000;
    expect(doAtOnce(publishReport(world.ctx, id))).toEqual(second);
    expect(page(world, id).publication?.n).toBe(2);
  });

  test("a page without a publication is its draft, live", () => {
    const world = reportWorld();
    const id = write(world, `{{number metric: eval/rr_at_5; run: ${world.runs[0].id}}}`);
    expect(page(world, id)).toMatchObject({ publication: null, counts: { live: 1 } });
  });
});

/** The words of a report without its queries. */
const prose = (markdown: string) =>
  markdown.replace(/```ablab[\s\S]*?```/g, "").replace(/\{\{[^}]*\}\}/g, "");

describe("a template", () => {
  test.each(["ablation", "sft-vs-rl"] as const)(
    "%s holds no typed number, and every query of it is answered",
    (template) => {
      const world = reportWorld();
      const { id } = writeReport(
        world.ctx,
        WriteReportInput.parse({ experimentId: world.experimentId, template }),
      );
      const { markdown } = selectReport(world.ctx.db, id) ?? { markdown: "" };
      expect(prose(markdown).replace(/\bseed \d+|RR@5/g, "")).not.toMatch(/\d/);
      const { items } = readMarkdown(markdown);
      expect(items.length).toBeGreaterThanOrEqual(5);
      expect(page(world, id).counts).toMatchObject({ live: items.length, errors: 0 });
    },
  );

  test("says what is not separable, and with how many seeds", () => {
    const world = reportWorld();
    const { id } = writeReport(world.ctx, WriteReportInput.parse({ experimentId: world.experimentId }));
    const text = page(world, id).tree.map(textOf).join("\n");
    expect(text).toMatch(/differs from baseline|No significant difference from baseline/);
    expect(text).toContain("3 seeds");
  });

  test("of hostile names stays text", () => {
    const world = makeWorld();
    const { experimentId } = launch(
      world,
      {},
      { title: "{{number x}} ```ablab pie <script>$x$[a](javascript:1)" },
    );
    const { id, title } = writeReport(world.ctx, WriteReportInput.parse({ experimentId }));
    expect(title).toContain("<script>");
    expect(page(world, id).counts.errors).toBeLessThanOrEqual(8);
    expect(
      codeOf(() => writeReport(world.ctx, { experimentId: "exp_0000000000000000", template: "ablation" }))
        .code,
    ).toBe("not_found");
  });
});

describe("an export", () => {
  function exported(form: "html" | "md" | "csv") {
    const world = reportWorld();
    const { id } = writeReport(world.ctx, WriteReportInput.parse({ experimentId: world.experimentId }));
    doAtOnce(publishReport(world.ctx, id));
    return doAtOnce(exportReport(world.ctx, ExportInput.parse({ id, form })));
  }

  test("as a page is one file below 3 MB that loads nothing", () => {
    const { text, fileName } = exported("html");
    expect(fileName).toBe("A-question.html");
    expect(Buffer.byteLength(text)).toBeLessThan(3_000_000);
    const outside = text.replace(/<style>[\s\S]*?<\/style>/, "").replace(/<script>[\s\S]*?<\/script>/, "");
    expect(outside.match(/(?:src|href|action|data)="(?!data:,|#)[^"]*"/g)).toBeNull();
    expect(outside.match(/ style=/)).toBeNull();
    expect(text.match(/url\((?!"data:)/g)).toBeNull();
  });

  test("as Markdown has every number as text with its interval and n, and tables as Markdown", () => {
    const { text } = exported("md");
    expect(text).not.toMatch(/\{\{|ablab/);
    expect(text).toMatch(/\*\*baseline\*\* ends at 58\u202f% \[[\d., ]+\] \(3 seeds\)/);
    expect(text).toMatch(/\| Configuration \| RR@5 % \| Δ pp \[95 % CI\] \| p \|/);
  });

  test("leaves what only looks like a query, and everything around queries, as it was written", () => {
    const world = reportWorld();
    const n = `{{number metric: eval/rr_at_5; run: ${world.runs[0].id}; show: value}}`;
    const id = write(
      world,
      `\\{{x}}\n\n> quote ${n}\n\n- a\n  - ${n}, ${n}\n\n| a |\n|-|\n| ${n} |\n\n    {{code}}`,
    );
    const { text } = doAtOnce(exportReport(world.ctx, ExportInput.parse({ id, form: "md", view: "draft" })));
    const value = /50\u202f% \[[^\]]*\] \(n 40\)/.source;
    expect(text).toMatch(
      new RegExp(
        `\\\\\\{\\{x\\}\\}\\n\\n> quote ${value}\\n\\n- a\\n {2}- ${value}, ${value}\\n\\n\\| a \\|\\n\\|-\\|\\n\\| ${value} \\|\\n\\n {4}\\{\\{code\\}\\}`,
      ),
    );
  });

  test("as CSV has one row a number, those of the table too, and no cell that a spreadsheet would run", () => {
    const { text } = exported("csv");
    const rows = text.trim().split("\r\n");
    // One number in the words; two metrics of two configurations, and two differences.
    expect(rows).toHaveLength(1 + 1 + 4 + 2);
    for (const cell of text.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^"[=+@]/);
  });
});
