import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCell, readNumber } from "./cells.ts";
import { repairMojibake } from "./mojibake.ts";
import { readTables, TableError } from "./read-tables.ts";

const read = (text: string) => readTables(text)[0];
const values = (text: string) => read(text).grid.rows.map((row) => row.slice(1).map(({ value }) => value));

describe("a cell", () => {
  test.each([
    ["+27.4", { kind: "number", value: 27.4, signed: true, decimals: 1 }],
    ["−50", { kind: "number", value: -50, signed: false }],
    [">= 90 %", { kind: "target", comparator: ">=", value: 90, unit: "%" }],
    ["≥90%", { kind: "target", comparator: ">=", value: 90, unit: "%" }],
    ["~4 h", { kind: "number", value: 4, approximate: true, unit: "h" }],
    ["60–80%", { kind: "range", low: 60, high: 80, unit: "%" }],
    ["1,600", { kind: "number", value: 1600 }],
    ["38,8", { kind: "number", value: 38.8, decimals: 1 }],
    ["-0.7 pp", { kind: "number", value: -0.7, unit: "pp" }],
    ["68/80 = 85.0 %", { kind: "number", value: 85, hits: 68, n: 80 }],
    ["95.0% (n=100)", { kind: "number", value: 95, n: 100 }],
    ["18.3 ± 1.2", { kind: "number", value: 18.3, plusMinus: 1.2 }],
    ["16x", { kind: "number", value: 16, unit: "x" }],
    ["5.3 hours", { kind: "number", value: 5.3, unit: "h" }],
    ["✅ 95%", { kind: "number", value: 95, mark: "met" }],
    ["–", { kind: "empty" }],
    ["no_kl", { kind: "text", value: null }],
    ["0/26/134", { kind: "text", value: null }],
    ["2026-01-14", { kind: "text", value: null }],
  ])("%s says what was printed", (text, expected) => {
    expect(readCell(text)).toMatchObject(expected);
  });

  test("a duration is in its largest unit", () => {
    expect(readCell("23 min 34 sec")).toMatchObject({ unit: "min", value: 23 + 34 / 60 });
  });

  test("every printed number is read back to the digit", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 5 }), (whole, decimals) => {
        const printed = (whole / 10 ** decimals).toFixed(decimals);
        expect(readNumber(printed)).toEqual({ value: Number(printed), decimals });
        expect(readCell(printed)).toMatchObject({ kind: "number", value: Number(printed), decimals });
      }),
    );
  });

  test("any text gives a cell, and none is read as a number that is not one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const { kind, value } = readCell(text);
        if (kind === "number") expect(Number.isFinite(value)).toBe(true);
        if (kind === "text" || kind === "empty") expect(value).toBeNull();
      }),
    );
  });
});

describe("one table", () => {
  const rows = [
    ["no_kl", "+38.8", "1.56"],
    ["asym_clip", "+54.3", "1.84"],
  ];
  const [a, b] = rows;
  test.each([
    [
      "markdown",
      `# Ablation\n\n| config | reward | std |\n|:--|--:|--:|\n| ${a.join(" | ")} |\n| ${b[0]} | **${b[1]}** | ${b[2]} |\n`,
    ],
    [
      "latex",
      `\\begin{table}\\caption{Ablation}\\begin{tabular}{l|cc}\\toprule config & reward & std \\\\ \\midrule ${a.join(" & ")} \\\\ ${b[0].replace("_", "\\_")} & \\textbf{${b[1]}} & $${b[2]}$ \\\\ \\bottomrule\\end{tabular}\\end{table}`,
    ],
    [
      "html",
      `<table><caption>Ablation</caption><tr><th>config<th>reward<th>std</tr><tr>${a.map((c) => `<td>${c}</td>`).join("")}</tr><tr><td>${b[0]}</td><td><b>${b[1]}</b></td><td>${b[2]}</td></tr></table>`,
    ],
    ["csv", `config;reward;std\n${rows.map((row) => row.join(";").replaceAll(".", ",")).join("\n")}`],
  ])("is the same as %s", (format, text) => {
    const table = read(text);
    expect(table.format).toBe(format);
    expect(table.grid.columns.map(({ name }) => name)).toEqual(["config", "reward", "std"]);
    expect(values(text)).toEqual([
      [38.8, 1.56],
      [54.3, 1.84],
    ]);
    if (format !== "csv") expect([table.title, table.grid.rows[1][1].bold]).toEqual(["Ablation", true]);
  });

  test("units of a head, ragged lines and a missing head are told", () => {
    expect(read("| m | RR (%) |\n|--|--|\n| x | 5 |").grid.columns[1].unit).toBe("%");
    expect(read("| a | 1 |\n| b |").notes).toHaveLength(2);
  });

  test("whatever is pasted is read or refused with a sentence, in a bounded time", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: fc.constantFrom(...Array.from('|-&\\{}<>/tdrable,;\n 1%"$')) }),
        (text) => {
          try {
            for (const { grid } of readTables(text))
              for (const row of grid.rows) expect(row).toHaveLength(grid.columns.length);
          } catch (error) {
            expect(error).toBeInstanceOf(TableError);
          }
        },
      ),
    );
  });

  test.each([
    "<table".repeat(50_000),
    "\\multicolumn{".repeat(50_000),
    "|".repeat(200_000),
    "<script".repeat(50_000),
  ])("a hostile text ends: %.12s", (text) => {
    expect(() => readTables(`${text}\n${text}`)).toThrow(TableError);
  });
});

describe("mojibake", () => {
  test("is repaired and said, for both encodings", () => {
    const broken = "| Œî | RR |\n|--|--|\n| a | ‚â•90% |\n| b | â‰¥80% |";
    const table = read(broken);
    expect(table.grid.columns[0].name).toBe("Δ");
    expect(values(broken)).toEqual([[90], [80]]);
    expect(table.notes).toHaveLength(1);
  });

  test("text that is as it should be stays", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from("abc 123.,%≥≤Δ±–éüß→✅日本")) }),
        (text) => {
          expect(repairMojibake(text)).toEqual({ text, repaired: [] });
        },
      ),
    );
  });
});
