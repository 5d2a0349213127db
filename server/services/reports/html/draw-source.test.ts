import { expect, test } from "vitest";
import { textOf, type ReportElement, type ReportNode } from "../../../contracts/reports/report-tree.ts";
import { deleteRun } from "../../runs/delete.ts";
import { page, publish, reportWorld, write, type ReportWorld } from "../testing.ts";

const all = (nodes: ReportNode[]): ReportElement[] =>
  nodes.flatMap((node) => (typeof node === "string" ? [] : [node, ...all(node.children)]));
const ofClass = (nodes: ReportNode[], name: string) =>
  all(nodes).filter(({ attributes }) => attributes.class?.split(" ").includes(name));
const wordsOf = (nodes: ReportNode[], name: string) =>
  ofClass(nodes, name).map((node) => textOf(node).trim());

const block = (name: string, e: string, more = "") =>
  `\`\`\`ablab ${name}\nexperiment: ${e}\n${more}\`\`\`\n`;
const twoBlocks = ({ experimentId: e }: ReportWorld) =>
  `${block("metric-chart", e, "metric: reward/raw\n")}\n${block("ablation-table", e)}`;

test("the source that a report shares is said once at its head; each block has the glyph, with a name and a card", () => {
  const world = reportWorld();
  const { tree } = page(world, publish(world, twoBlocks(world)));
  expect(wordsOf(tree.slice(0, 1), "r-key")).toEqual(["frozen when published"]);
  const marks = ofClass(tree, "r-from");
  expect(marks.map((mark) => textOf(mark))).toEqual(["", ""]);
  expect(marks.map(({ attributes }) => attributes["aria-label"])).toEqual([
    "frozen, where it comes from",
    "frozen, where it comes from",
  ]);
  expect(ofClass(tree, "r-source")).toEqual([]);
  const cards = ofClass(tree, "r-card").map(({ attributes }) => attributes.id);
  expect(cards).toEqual(marks.map(({ attributes }) => attributes.popovertarget));
});

test("a block whose source is another one says so in a line of its own", () => {
  const world = reportWorld();
  const run = world.runs.find(({ label }) => label === "baseline");
  if (!run) throw new Error("no run of the baseline");
  const id = publish(
    world,
    `${block("metric-chart", world.experimentId, "metric: reward/raw\nconfigs: no_kl\n")}
${block("metric-chart", world.experimentId, "metric: group/std\nconfigs: no_kl\n")}
{{number metric: reward/raw; run: ${run.id}}}

${block("ablation-table", world.experimentId)}`,
  );
  deleteRun(world.ctx, run.id);
  const { tree } = page(world, id);
  expect(wordsOf(tree, "r-key")[0]).toContain("frozen, and its source was deleted");
  expect(wordsOf(tree, "r-source").map((words) => words.slice(0, 32))).toEqual([
    "source gone, where it comes from",
  ]);
});

test("seed by seed is an appendix of paper under the name of its table", () => {
  const world = reportWorld();
  const { tree } = page(world, write(world, block("before-after", world.experimentId)));
  const last = tree.at(-1);
  if (last === undefined || typeof last === "string") throw new Error("no appendix");
  expect(last.attributes.class).toBe("r-appendix");
  expect(wordsOf([last], "r-note")).toEqual(["Table 1, seed by seed.", "Table 1, problems solved."]);
  expect(ofClass(tree, "r-apart")).toHaveLength(1);
});
