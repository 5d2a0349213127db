import { describe, expect, test } from "vitest";
import { ColumnMapping } from "../../../contracts/imports/mapping.ts";
import { rowsOf } from "../history.ts";
import { readHistories } from "../registry.ts";
import { columnsReader } from "./columns.ts";

const OPTIONS = { utcOffsetMinutes: 0, benchmark: null };
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const mapping = (told: object) => ColumnMapping.parse(told);
const describeColumns = (sent: ReturnType<typeof file>) => columnsReader.columns!(sent, null);
const runsOf = (name: string, text: string, told?: object) =>
  columnsReader
    .read(file(name, text), [], { ...OPTIONS, mapping: told ? mapping(told) : null })
    .map((run) => ({ ...run, history: [...rowsOf(run.history)] }));

describe("a file of columns", () => {
  test("is a run for each value of its run and seed columns", () => {
    const text = "run,seed,step,loss\na,0,1,0.5\na,0,2,nan\na,1,1,0.4\nb,0,1,\n";
    expect(runsOf("x/log.csv", text)).toMatchObject([
      {
        name: "a-s0",
        config: { seed: 0 },
        history: [
          { step: 1, values: { loss: 0.5 } },
          { step: 2, values: { loss: Number.NaN } },
        ],
      },
      { name: "a-s1", config: { seed: 1 }, history: [{ step: 1, values: { loss: 0.4 } }] },
      // A gap is no value.
      { name: "b", history: [{ step: 1, values: {} }] },
    ]);
  });

  test("tells runs apart by the run's column where nothing else does, so that each counts", () => {
    const configs = (text: string) => runsOf("log.csv", text).map(({ config }) => config);
    expect(configs("run,seed,step,loss\na,0,1,1\na,1,1,1\nb,0,1,1\n")).toEqual([
      { seed: 0, configuration: "a" },
      { seed: 1, configuration: "a" },
      { seed: 0, configuration: "b" },
    ]);
    // Names of single runs: their seeds, or what is said of each, tell them apart.
    expect(configs("run,seed,step,loss\na,0,1,1\nb,1,1,1\n")).toEqual([{ seed: 0 }, { seed: 1 }]);
    expect(configs("run,method,seed,step,loss\nx1,grpo,0,1,1\nx2,dgro,0,1,1\n")).toEqual([
      { method: "grpo", seed: 0 },
      { method: "dgro", seed: 0 },
    ]);
    expect(configs("run,step,loss\na,1,1\nb,1,1\n")).toEqual([
      { configuration: "a" },
      { configuration: "b" },
    ]);
  });

  test("with decimal commas, local times and a percentage is read as what it means", () => {
    const text =
      "time;step;loss;accuracy (%)\n2026-01-14T07:00:00;0;1.234,5;45,5\n2026-01-14T07:01:00;1;0,25;50\n";
    const [run] = columnsReader.read(file("log.csv", text), [], { ...OPTIONS, utcOffsetMinutes: 60 });
    expect({ ...run, history: [...rowsOf(run.history)] }).toMatchObject({
      name: "log",
      startedAt: Date.parse("2026-01-14T06:00:00Z"),
      endedAt: Date.parse("2026-01-14T06:01:00Z"),
      history: [{ values: { loss: 1234.5, accuracy: 0.455 } }, { values: { loss: 0.25, accuracy: 0.5 } }],
    });
  });

  test("asks what cannot be told, and refuses to import before it is said", () => {
    const text = "step,val_acc,reward\n0,45,3\n1,50.5,40\n";
    const sent = file("log.csv", text);
    expect(describeColumns(sent).questions).toHaveLength(1);
    expect(columnsReader.read(sent, [], { ...OPTIONS, isPreview: true })).toHaveLength(1);
    expect(() => runsOf("log.csv", text)).toThrow("log.csv: val_acc");
    expect(runsOf("log.csv", text, { percent: ["val_acc"] })[0].history[1].values.val_acc).toBe(0.505);
    expect(runsOf("log.csv", text, { plain: ["val_acc"] })[0].history[1].values.val_acc).toBe(50.5);

    const commas = "step;tokens\n0;1,234\n1;2,500\n";
    expect(describeColumns(file("log.csv", commas)).questions).toHaveLength(1);
    expect(runsOf("log.csv", commas, { decimal: "," })[0].history[0].values.tokens).toBe(1.234);
  });

  test("says no percentage of what is no share, and no moment of what took seconds", () => {
    const table = describeColumns(file("log.csv", "step,lr,time,train_rate\n0,3,12.5,0.5\n1,4,25,1\n"));
    expect(table.questions).toEqual([]);
    expect(table.columns.map(({ use }) => use)).toEqual(["step", "value", "value", "value"]);
  });

  test("as JSON lines has nested names, NaN of Python, and config from what never changes", () => {
    const lines =
      '{"step": 0, "eval": {"rr": 0.5}, "model": "m"}\n{"step": 1, "eval": {"rr": NaN}, "model": "m"}\n';
    expect(runsOf("rows.jsonl", lines)).toMatchObject([
      { name: "m", history: [{ values: { "eval.rr": 0.5 } }, { values: { "eval.rr": Number.NaN } }] },
    ]);
    expect(runsOf("rows.jsonl", lines, { run: null })[0]).toMatchObject({
      name: "rows",
      config: { model: "m" },
    });
  });

  test("that W&B exported from a chart is a run for each of its columns", () => {
    const text =
      '"Step","a - loss","a - loss__MIN","a - loss__MAX","b - loss","b - loss__MIN","b - loss__MAX"\n"0","1","1","1","","",""\n"1","0.5","0.5","0.5","2","2","2"\n';
    expect(runsOf("wandb_export.csv", text)).toMatchObject([
      {
        name: "a",
        history: [
          { step: 0, values: { loss: 1 } },
          { step: 1, values: { loss: 0.5 } },
        ],
      },
      {
        name: "b",
        history: [
          { step: 0, values: {} },
          { step: 1, values: { loss: 2 } },
        ],
      },
    ]);
  });

  test("of texts alone is no history", () => {
    expect(runsOf("data.jsonl", '{"prompt": "a"}\n{"prompt": "b"}\n')).toEqual([]);
  });
});

test.each([
  ["log.csv", "step,loss\n0,1\n1,2,3\n", undefined, "line 3"],
  ["log.csv", "step,loss\n0,1\n1,x\n2,2\n3,3", undefined, "line 3, column loss"],
  ["log.csv", "step,loss\n0.5,1\n", undefined, "line 2, column step"],
  ["log.csv", "step,loss,loss\n0,1,2\n", undefined, "line 1"],
  ["log.csv", "step,loss\n", undefined, "no rows"],
  ["log.csv", "step,loss\n0,1\n", { step: "iteration" }, '"iteration"'],
  ["rows.jsonl", '{"step": 0}\n{', undefined, "line 2"],
  ["rows.jsonl", '{"step": 0}\n[1]', undefined, "line 2"],
])("%s that is broken is refused by its place", (name, text, told, place) => {
  expect(() => runsOf(name, text, told)).toThrow(place);
});

test("the same rows are the same source wherever they lie and whatever follows them", () => {
  const [one] = runsOf("a/x.csv", "step,loss\n0,1\n");
  const [longer] = runsOf("b/y.csv", "step,loss\n0,1\n1,2\n");
  expect(longer.sourceId).toBe(one.sourceId);
});

test("a file beside others that holds texts alone is left out, and said", () => {
  const rows = file("rows.csv", "step,loss\n0,1\n");
  const texts = file("data.jsonl", '{"prompt": "a"}\n');
  const { runs, tables, notes } = readHistories([rows, texts], OPTIONS);
  expect([runs.length, tables.length, notes.length]).toEqual([1, 1, 1]);
});
