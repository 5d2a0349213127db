import { expect, test, vi } from "vitest";
import type { SoundAnswer } from "../../../contracts/reports/report-answer.ts";
import type * as Words from "../../../contracts/reports/report-blocks.ts";
import type { Reading } from "../answers/reading.ts";
import type * as Registry from "./registry.ts";

/** Adds what CONTRIBUTING says of a new block: its words for pages, and its entry. Both go with the process of this file. */
vi.mock("../../../contracts/reports/report-blocks.ts", async (original) => {
  const words = await original<typeof Words>();
  Object.assign(words.REPORT_BLOCKS, {
    toy: {
      name: "Toy",
      shows: "Seeds of a run, counted",
      glyph: "M1 1h8v8H1z",
      place: "block",
      menu: [
        {
          steps: [{ of: "runs", as: "run", words: "Run" }],
          query: ({ run }: Words.Chosen) => ({ marks: [run, "a"] }),
        },
      ],
    },
  });
  return words;
});

vi.mock("./registry.ts", async (original) => {
  const registry = await original<typeof Registry>();
  const { z } = await import("zod");
  Object.assign(registry.ANSWERED_BLOCKS, {
    toy: {
      query: z.strictObject({ kind: z.literal("toy"), marks: z.array(z.string()).min(1) }),
      gives: "toys",
      answer: ({ at }: Reading, { marks }: { marks: string[] }) => ({
        answer: {
          kind: "toys",
          n: marks.length,
          subject: marks.join(" and "),
          definition: "marks, counted",
          method: "none",
          runs: [],
          evaluations: [],
          source: "live",
          computedAt: at,
        },
        digest: "d1",
      }),
      draw: ({ n }: { n: number }, { label }: { label: string }) => [
        { tag: "p", attributes: {}, children: [`${label} has ${n} drawn`] },
      ],
      text: ({ n }: { n: number }) => `${n} written`,
      counted: () => "Table",
      numbers: ({ n, ...of }: SoundAnswer & { n: number }) => [
        { ...of, name: "toys", value: n, low: null, high: null, n, counts: "mark", p: null, unit: "count" },
      ],
      chipName: () => "Toy of marks",
    },
  });
  return registry;
});

test("a new block is one entry of each registry: it is inserted, read, answered, drawn, written and published", async () => {
  const { MENU_BLOCKS } = await import("#components/reports/editor/block-menu.ts");
  const offered = MENU_BLOCKS.find(({ label }) => label === "Toy");
  const markdown = offered!.write({ run: "r1" });

  const { chipWords } = await import("#components/reports/editor/chip-widget.ts");
  expect(chipWords({ chip: null, kind: "toy" }).name).toBe("Toy");

  const { readMarkdown } = await import("../markdown/read-markdown.ts");
  const read = readMarkdown(markdown);
  expect(read.items).toMatchObject([{ message: null, query: { kind: "toy", marks: ["r1", "a"] } }]);
  const [broken] = readMarkdown("```ablab toy\nsize: 3\n```").items;
  expect(broken.message).toContain("marks");

  const { makeWorld } = await import("../../testing.ts");
  const { liveStates } = await import("../states.ts");
  const { doAtOnce } = await import("../../series/sliced.ts");
  const world = makeWorld();
  const states = doAtOnce(liveStates(world.ctx, read));
  expect(states).toMatchObject([{ status: "live", digest: "d1", answer: { kind: "toys", n: 2 } }]);

  const { chipsOf } = await import("../chips.ts");
  expect(chipsOf(read, states)).toMatchObject([{ kind: "toy", name: "Toy of marks", subject: "r1 and a" }]);

  const { drawReport } = await import("../html/draw-report.ts");
  const { printTree } = await import("../html/print-tree.ts");
  expect(printTree(drawReport(read, states))).toContain("Table 1 has 2 drawn");

  const { toMarkdown } = await import("../export/to-markdown.ts");
  expect(toMarkdown(markdown, read, states, "# Head")).toBe("# Head\n\n2 written\n");
  const { toCsv } = await import("../export/to-csv.ts");
  expect(toCsv(states)).toContain('"toys","r1 and a",2,');

  const { publish, page } = await import("../testing.ts");
  const published = page(world, publish(world, markdown));
  expect(published).toMatchObject({ counts: { frozen: 1, drifted: 0 } });
});
