import { expect, test } from "vitest";
import { BenchmarkName } from "./benchmark.ts";
import { PipelineInput, LaunchInput } from "./launch/launch.ts";
import { questionIssue } from "./launch/launch-limits.ts";
import { CreateReportInput, SaveReportInput } from "./reports/report.ts";
import { CreateViewInput, PanelLayoutSchema, RenameViewInput } from "./charts/views.ts";
import { NO_EDITS } from "./charts/panel-layout.ts";

/** Every input by which somebody gives a thing its name: what is said of a name, null where it is taken. */
const said = (
  schema: { safeParse(input: unknown): { error?: { issues: { message: string }[] } } },
  input: unknown,
) => schema.safeParse(input).error?.issues[0].message ?? null;

const matrix = { presets: ["baseline"], edits: {}, factors: [], seeds: [0] };
const launchKey = "00000000-0000-4000-8000-000000000001";
const id = (prefix: string) => `${prefix}_0123456789abcdef`;
const DOORS: [string, (name: string) => string | null][] = [
  ["a launch", (title) => said(LaunchInput, { launchKey, experiment: { title }, recipe: "grpo", matrix })],
  [
    "a chain",
    (title) =>
      said(PipelineInput, {
        launchKey,
        experiment: { title },
        stages: [{ key: "sft", recipe: "sft", matrix }],
        baseline: "sft",
      }),
  ],
  ["the launch form", questionIssue],
  ["a new report", (title) => said(CreateReportInput, { title })],
  ["a saved report", (title) => said(SaveReportInput, { id: id("rpt"), version: 1, title, markdown: "" })],
  ["a new view", (name) => said(CreateViewInput, { scope: "runs", name, layout: NO_EDITS })],
  ["a renamed view", (name) => said(RenameViewInput, { id: id("viw"), name })],
  [
    "the title of a panel",
    (title) =>
      said(PanelLayoutSchema, {
        ...NO_EDITS,
        added: [{ key: "added:1", section: "own", title, metrics: ["a"] }],
      }),
  ],
  ["a benchmark", (name) => said(BenchmarkName, name)],
];

const HIDDEN: [name: string, character: string, place: number][] = [
  ["\u200b", "U+200B", 1],
  ["\u200b\u200b", "U+200B", 1],
  ["Does\u200bG matter?", "U+200B", 5],
  ["two\nlines", "U+000A", 4],
  ["tab\there", "U+0009", 4],
  ["nul\0", "U+0000", 4],
  ["\u001b[31mred", "U+001B", 1],
  ["\u0085next", "U+0085", 1],
  ["loss\u202egol", "U+202E", 5],
  ["\u2066isolate\u2069", "U+2066", 1],
  ["\u200fright", "U+200F", 1],
  ["a\u2028b", "U+2028", 2],
  ["word\u2060joiner", "U+2060", 5],
  ["soft\u00adhyphen", "U+00AD", 5],
  ["be\ufeffom", "U+FEFF", 3],
  ["fill\u3164er", "U+3164", 5],
  ["z\u200dw", "U+200D", 2],
  ["z\u200cw", "U+200C", 2],
  ["👩\u200d", "U+200D", 2],
  ["half \ud83d", "U+D83D", 6],
  ["😀\u200b", "U+200B", 2],
];

test.each(DOORS)(
  "%s takes no name with a character that is not seen, and says which and where",
  (_, door) => {
    for (const [name, character, place] of HIDDEN) {
      const message = door(name);
      expect(message, JSON.stringify(name)).toContain(`character ${place} is ${character}`);
      expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }
  },
);

/** A benchmark's name is also part of commands, and has letters, digits, spaces, dots, - and _ only. */
const FREE = DOORS.filter(([what]) => what !== "a benchmark");

test.each(FREE)("%s takes what is seen in any script, joined as it has to be", (_, door) => {
  const seen = ["Does G matter?", "Größe", "é", "損失", "می‌روم", "क्‍ष", "👩‍🔬", "❤️", "1️⃣", "🏴‍☠️", "a\u00a0b"];
  for (const name of seen) expect(door(name), name).toBeNull();
});

test("nothing to see is no name: an empty one, blanks, marks that stand on nothing", () => {
  const required = FREE.filter(([what]) => what !== "the title of a panel" && what !== "the launch form");
  for (const [what, door] of required)
    for (const name of ["", "  ", "\u3000", "\u2800", "\u0301"])
      expect(door(name), what).toMatch(/^Give the /);
});
