import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { paramsSchema } from "../protocol/params-schema.ts";
import type { Params } from "../protocol/manifest.ts";
import { renderCommand } from "../protocol/recipes/command.ts";
import { CONFIG_FORMATS, type ConfigFormat } from "../protocol/recipes/config-text.ts";
import { readScript } from "./read-folder.ts";
import { prepareScript, scriptCommand, scriptPlaces, slotValues } from "./script-command.ts";

const root = mkdtempSync(join(tmpdir(), "ablab-typed-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Python says what kind each value has; YAML only where it can read it. */
const PROGRAM = `
import json, sys, tomllib
from ast import literal_eval
try:
    import yaml
except ImportError:
    yaml = None
typed = lambda value: [type(value).__name__, repr(value)] if isinstance(value, float) else value if not isinstance(value, dict) else {k: typed(v) for k, v in value.items()}
def read(path):
    with open(path, "rb") as file:
        if path.endswith(".json"): return json.load(file)
        if path.endswith(".toml"): return tomllib.load(file)
        return yaml.safe_load(file) if yaml else None
for line in sys.stdin:
    argv, path = json.loads(line)
    words = [word.split("=", 1)[1] for word in argv if "=" in word]
    print(json.dumps([typed(read(path)), words]))
`;
const program = join(root, "read.py");
writeFileSync(program, PROGRAM);
const python = spawnSync("python3", ["-c", "import tomllib"]).status === 0;
const hasYaml = spawnSync("python3", ["-c", "import yaml"]).status === 0;

const FIELDS = [
  { name: "rate", kind: "float", default: 1, min: -1e30, max: 1e30 },
  { name: "count", kind: "int", default: 1, min: -1e9, max: 1e9 },
  { name: "fast", kind: "bool", default: true },
  { name: "named", kind: "text", default: "" },
] as const;
const names = FIELDS.map(({ name }) => name);

function scriptOf(format: ConfigFormat) {
  const folder = mkdtempSync(join(root, "script-"));
  const values = { all: Object.fromEntries(names.map((name) => [name, `{${name}}`])), literal: "HERE" };
  const file = {
    slug: "typed",
    title: "Typed",
    version: "1.0",
    command: ["python3", "train.py", ...names.map((name) => `--${name}={${name}}`), "{config}"],
    config: { format, values },
    fields: FIELDS,
    metrics: [{ name: "loss" }],
  };
  // JSON.stringify has no 2.0.
  const text = JSON.stringify(file).replace('"HERE"', "[2.0, 2, 5e-1]");
  writeFileSync(join(folder, "ablab.recipe.json"), text);
  writeFileSync(join(folder, "train.py"), "");
  return readScript(folder);
}

/** What a script is started with: its words and its config file. */
function started(script: ReturnType<typeof scriptOf>, params: Params): [string[], string] {
  const places = scriptPlaces(mkdtempSync(join(root, "run-")), script);
  const values = slotValues(script, places, params, { seed: 3, id: "r1", name: "run", gpus: 0 }, {});
  prepareScript(script, places, values, (text) => text);
  return [scriptCommand(script, params, values, process.env.PATH ?? ""), places.config];
}

type Read = [{ all: Record<string, unknown>; literal: unknown[] } | null, string[]];

/** What Python reads of each, in one process. */
function readByPython(starts: readonly [string[], string][]): Read[] {
  const input = starts.map((start) => JSON.stringify(start)).join("\n");
  const { stdout, stderr } = spawnSync("python3", [program], {
    input,
    encoding: "utf8",
    env: { ...process.env, PYTHONUTF8: "1" },
  });
  expect(stderr).toBe("");
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Read);
}

const pythonFloat = (value: number): string =>
  spawnSync("python3", ["-c", `print(repr(float("${value}")))`], { encoding: "utf8" }).stdout.trim();

describe.skipIf(!python).each(CONFIG_FORMATS.filter((one) => one !== "yaml" || hasYaml))(
  "in %s and as words",
  (format) => {
    test("a float stays one where it is whole, an int is one, and a boolean is one", () => {
      const script = scriptOf(format);
      const rates = [3, 0, -2, 1e-5, 1e-7, 0.25, 1e21, 1e22, 123456789012];
      const read = readByPython(
        rates.map((rate) => started(script, { rate, count: 3, fast: false, named: "3" })),
      );
      for (const [i, [file, words]] of read.entries()) {
        const repr = pythonFloat(rates[i]);
        expect(file?.all, repr).toEqual({ rate: ["float", repr], count: 3, fast: false, named: "3" });
        expect(file?.literal).toEqual([2, 2, 0.5]);
        expect(words.slice(1)).toEqual(["3", "false", "3"]);
        expect([Number(words[0]), /[.e]/.test(words[0])]).toEqual([rates[i], true]);
      }
    });

    test("any text is passed whole or refused by the form", () => {
      const script = scriptOf(format);
      const schema = paramsSchema(script.manifest.fields);
      const nasty = [
        "",
        " ",
        "a b",
        "'",
        '"',
        "\\",
        "\\'",
        "$(rm -rf /)",
        "{seed}",
        "null",
        "~",
        "1e5",
        "no",
        "#x",
        ": ",
        "- a",
        "é",
        "模型",
        "🙂",
        "\u2028",
        "\u2029x",
        "\u0085",
        "\ufeff",
        "\uffff",
        "\u00a0",
        "%s",
        "a\nb",
        "\0",
        "-x",
        "\ud800",
        "\u007f",
        "!!python/x",
        "[1]",
        "=",
        "a=b",
      ];
      const texts = [
        ...nasty,
        ...fc.sample(fc.string({ unit: "binary", maxLength: 20 }), { numRuns: 100, seed: 7 }),
      ];
      const params = texts.map((named) => ({ rate: 1, count: 1, fast: true, named }));
      const taken = params.filter((one) => schema.safeParse(one).success);
      const refused = params.filter((one) => !taken.includes(one)).map(({ named }) => named);
      expect(refused).toEqual(expect.arrayContaining(["a\nb", "\0", "-x", "\ud800", "\u007f", "\u0085"]));
      expect(taken.length).toBeGreaterThan(nasty.length / 2);
      const read = readByPython(taken.map((one) => started(script, one)));
      for (const [i, [file, words]] of read.entries()) {
        expect(file?.all.named).toBe(taken[i].named);
        expect(words[3]).toBe(taken[i].named);
      }
    });
  },
);

test("a text for hydra stands in quotes, in which a quote and what stands for something else are spelled", () => {
  const words = (named: string) =>
    renderCommand(["k={named:hydra}", "{count:hydra}"], {}, { named, count: 3 });
  expect(words("a, b")).toEqual(["k='a, b'", "3"]);
  for (const [text, written] of [
    ["", "''"],
    ["it's", "'it\\'s'"],
    ["a\\", "'a\\\\'"],
    ["\\'", "'\\\\\\''"],
    ["C:\\dir", "'C:\\dir'"],
    ["${x}", "'\\${x}'"],
    ["\\${x}", "'\\\\\\${x}'"],
  ])
    expect(words(text)[0]).toBe(`k=${written}`);
});

test("a whole float is one configuration with the same int, and is shown as before", () => {
  const { manifest } = scriptOf("json");
  expect(paramsSchema(manifest.fields).parse({ rate: 3.0, count: 3, fast: true, named: "" })).toEqual({
    rate: 3,
    count: 3,
    fast: true,
    named: "",
  });
  expect(JSON.stringify(manifest.script?.config?.values)).toContain("[2,2,0.5]");
});
