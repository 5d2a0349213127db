import { doAtOnce } from "../series/sliced.ts";
import { LONGEST_MARKDOWN } from "../../contracts/reports/report-limits.ts";
import { describe, expect, test } from "vitest";
import { selectNewestPublication, selectReport } from "#db/queries/reports.ts";
import { SaveReportInput, ShareInput } from "../../contracts/reports/report.ts";
import { type ReportNode, textOf } from "../../contracts/reports/report-tree.ts";
import { codeOf, joinWorker, launch, makeWorld } from "../testing.ts";
import { deleteReport } from "./delete.ts";
import { printTree } from "./html/print-tree.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { openShare } from "./open-share.ts";
import { publishReport } from "./publish.ts";
import { requireDrawable, saveReport } from "./save.ts";
import { createShareLink } from "./share-links.ts";
import { frozenStates } from "./states.ts";
import { page, publish, reportWorld, type ReportWorld, write } from "./testing.ts";

const share = (world: ReportWorld, id: string, anonymous = true) =>
  createShareLink(world.ctx, ShareInput.parse({ id, anonymous })).path.slice("/share/".length);

function htmlOf(world: ReportWorld, token: string): string {
  const opened = openShare(world.ctx, token, true);
  if (!opened.ok) throw new Error(opened.claim);
  return opened.html;
}

test("an anonymous link keeps the names of the time of publishing secret after workers and devices were renamed", () => {
  const world = reportWorld();
  joinWorker(world, {
    identity: "c".repeat(32),
    name: "oldname-worker",
    host: "oldhost",
    devices: [{ kind: "gpu", index: 0, name: "Oldcard X100", uuid: "GPU-olduuid", memoryMiB: 1 }],
  });
  const id = publish(world, "By oldname-worker on oldhost with an Oldcard X100, GPU-olduuid; newhost too.");
  const token = share(world, id);
  const client = world.ctx.db.$client;
  client.prepare("update workers set name = 'renamed', host = 'newhost' where name = 'oldname-worker'").run();
  client.prepare("update devices set name = 'Another', uuid = null").run();
  const html = htmlOf(world, token);
  expect(html.match(/.{20}(?:oldname|oldhost|oldcard|olduuid|newhost).{20}/gi)).toBeNull();
  expect(html).toContain("known names removed");
});

test("opening a link stores no tick, and draws the page once until a name changes", () => {
  const world = reportWorld();
  const token = share(world, publish(world, "By somebody-new."));
  const ticks = () => world.ctx.db.$client.prepare("select count(*) from ticks").pluck().get();
  const before = ticks();
  const html = htmlOf(world, token);
  expect(htmlOf(world, token)).toBe(html);
  expect(ticks()).toBe(before);
  joinWorker(world, { identity: "d".repeat(32), name: "somebody-new" });
  expect(html).toContain("somebody-new");
  expect(htmlOf(world, token)).not.toContain("somebody-new");
});

const depthOf = (nodes: ReportNode[]): number =>
  nodes.reduce((most, node) => Math.max(most, typeof node === "string" ? 0 : 1 + depthOf(node.children)), 0);

describe("a text that nests without end", () => {
  test.each([
    ["emphasis", "**a ".repeat(5000) + "b** ".repeat(5000)],
    ["quotes", `b\n\n${">".repeat(5000)} c`],
    ["lists", `b\n\n${"- ".repeat(5000)}c`],
    ["a formula", `b $${"\\sqrt{".repeat(500)}x${"}".repeat(500)}$`],
    ["a list item of many lines", `- ${"b\n".repeat(Math.floor(LONGEST_MARKDOWN / 2) - 1)}`],
  ])("of %s is drawn, published and shared, the deepest of it flat", (_name, markdown) => {
    const world = makeWorld();
    launch(world);
    const id = write(world, markdown);
    doAtOnce(publishReport(world.ctx, id));
    const { tree } = page(world, id);
    expect(depthOf(tree)).toBeLessThanOrEqual(110);
    expect(tree.map(textOf).join("")).toContain("b");
    const { path } = createShareLink(world.ctx, ShareInput.parse({ id, anonymous: true }));
    expect(openShare(world.ctx, path.slice(7), true).ok).toBe(true);
  });

  test("or cannot be drawn for another reason is refused with a sentence", () => {
    const refused = codeOf(() =>
      requireDrawable("x", () => {
        throw new RangeError("Maximum call stack size exceeded");
      }),
    );
    expect(refused.code).toBe("invalid");
    expect(() => requireDrawable("**x**")).not.toThrow();
  });
});

describe("frozen answers", () => {
  test("belong to their query: read in another order they follow it, and a query that was not frozen shows no number", () => {
    const world = reportWorld();
    const [a, b] = world.runs.map((r) => `{{number metric: eval/rr_at_5; run: ${r.id}; show: value}}`);
    const id = publish(world, `${a}\n\n${b}`);
    const publication = selectNewestPublication(world.ctx.db, id);
    if (!publication) throw new Error("not published");
    const [first, second] = frozenStates(publication, readMarkdown(publication.markdown));
    const turned = frozenStates(publication, readMarkdown(`${b}\n\n${a}`));
    expect(turned.map((s) => s.answer)).toEqual([second.answer, first.answer]);
    expect(turned.map((s) => s.index)).toEqual([0, 1]);
    const other = frozenStates(publication, readMarkdown(a.replace("rr_at_5", "rr")));
    expect(other[0]).toMatchObject({ status: "error", answer: { kind: "error" } });
  });

  test("are given at once, unchecked, or compared with the store", () => {
    const world = reportWorld();
    const id = publish(world, `{{number metric: eval/rr_at_5; run: ${world.runs[0].id}; show: value}}`);
    world.ctx.db.$client.prepare("update evaluation_rows set solved = 0").run();
    expect(page(world, id)).toMatchObject({ checked: true, counts: { drifted: 1 } });
    expect(page(world, id, "newest", false)).toMatchObject({
      checked: false,
      counts: { frozen: 1, drifted: 0 },
    });
  });
});

test("deleting a report takes its publications away and ends its links", () => {
  const world = reportWorld();
  const id = publish(world, "words");
  const token = share(world, id);
  expect(deleteReport(world.ctx, id)).toMatchObject({ id, title: "A claim", publications: 1, links: 1 });
  expect(selectReport(world.ctx.db, id)).toBeUndefined();
  expect(openShare(world.ctx, token, true)).toMatchObject({ ok: false, status: 404 });
  expect(codeOf(() => deleteReport(world.ctx, id)).code).toBe("not_found");
  const kept = publish(world, "kept");
  expect(page(world, kept).publications).toHaveLength(1);
});

test("characters that turn the reading direction are written out on every page, in every file and preview", () => {
  const world = reportWorld();
  const id = write(world, "RR is \u202e5.88\u202c and \u2066x\u2069");
  // No title is taken with them now; this one was stored before.
  world.ctx.db.$client.prepare("update reports set title = ?").run("A\u202eclaim");
  doAtOnce(publishReport(world.ctx, id));
  saveReport(world.ctx, SaveReportInput.parse({ id, version: 1, title: "T", markdown: "\u202dy" }));
  const overrides = /[\u202a-\u202e\u2066-\u2069]/;
  expect(printTree(["\u202ex"])).toBe("\\u{202e}x");
  expect(page(world, id).tree.map(textOf).join("")).not.toMatch(overrides);
  expect(page(world, id, "draft").tree.map(textOf).join("")).toBe("\\u{202d}y");
  expect(htmlOf(world, share(world, id, false))).not.toMatch(overrides);
});
