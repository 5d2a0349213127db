import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { FIRST_ABLATION_DRAFT } from "./components/overview/first-ablation.ts";
import * as SIZES from "./db/points/sizes.ts";
import { ROOMS } from "./rooms.ts";
import { RULES } from "./server/checks/registry.ts";
import { loadVerbs, nameOfVerb } from "./server/cli/verbs.ts";
import { verbsDocument } from "./server/cli/verbs-document.ts";
import { parseVerb } from "./server/cli/verb.ts";
import { parseSeeds } from "./server/contracts/launch/seeds.ts";
import { RUN_STATES } from "./server/contracts/run-lifecycle.ts";
import { EXIT_REASONS } from "./workers/protocol/exit.ts";
import { RECIPES } from "./workers/recipes/catalog.ts";
import { PIPELINES, FIRST_ABLATION } from "./workers/recipes/pipelines.ts";
import { planPipeline } from "./server/services/runs/plan-pipeline.ts";
import { makeWorld } from "./server/services/testing.ts";

/** The Markdown of this checkout says what is true of it: what it names exists, and what must be named is named. */
const ROOT = import.meta.dirname;
const SKIP = new Set(["node_modules", "test-results", "playwright-report", "coverage"]);

function filesUnder(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".") || SKIP.has(entry.name)) return [];
    const path = join(dir, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

const FILES = filesUnder(ROOT);
const NAMES = new Set(FILES.map((path) => basename(path)));
const TOP_FOLDERS = readdirSync(ROOT).filter((name) => statSync(join(ROOT, name)).isDirectory());
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");

/** A Markdown file with the code in it: spans, and the lines of fenced blocks. */
interface Doc {
  name: string;
  text: string;
  spans: string[];
  fenced: string[];
}

const DOCS: Doc[] = FILES.filter((path) => path.endsWith(".md")).map((path) => {
  const text = readFileSync(path, "utf8");
  const blocks = /^```.*\n([\s\S]*?)^```$/gm;
  const fenced = [...text.matchAll(blocks)].flatMap((match) => match[1].split("\n"));
  const spans = [...text.replace(blocks, "").matchAll(/`([^`\n]+)`/g)].map((match) => match[1]);
  return { name: relative(ROOT, path), text, spans, fenced };
});
const doc = (name: string): Doc => {
  const found = DOCS.find((d) => d.name === name);
  if (!found) throw new Error(`${name} is missing`);
  return found;
};

/** Something said for each document; empty where all is well. */
const complaints = (look: (d: Doc) => string[]) =>
  DOCS.flatMap((d) => look(d).map((complaint) => `${d.name}: ${complaint}`));

/** Cells of the rows of all tables, heads and rules left out. */
const rows = (text: string) =>
  text
    .split("\n")
    .filter(
      (line, i, lines) =>
        line.startsWith("|") && !/^\|[-| ]+\|$/.test(line) && !/^\|[-| ]+\|$/.test(lines[i + 1] ?? ""),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );

/** A word of code that claims to be a path: from the root, from the document's own folder, or the bare name of a source file. */
function isMissingPath(word: string, from: string): boolean {
  const [first, ...rest] = word.split("/");
  if (rest.length === 0) return /^[\w.-]+\.(ts|tsx|mjs)$/.test(word) && !NAMES.has(word);
  if (TOP_FOLDERS.includes(first)) return !existsSync(join(ROOT, word));
  const here = join(ROOT, dirname(from));
  return existsSync(join(here, first)) && !existsSync(join(here, word));
}

test("every path in backticks exists", () => {
  const missing = complaints(({ name, spans, fenced }) =>
    [...spans, ...fenced].flatMap((code) => code.split(/\s+/)).filter((word) => isMissingPath(word, name)),
  );
  expect(missing).toEqual([]);
});

test("every link and picture leads to a file", () => {
  const broken = complaints(({ name, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)|(?:src|srcset)="([^"]+)"/g)]
      .map((match) => match[1] ?? match[2])
      .filter((target) => !/^https?:/.test(target) && !existsSync(join(ROOT, dirname(name), target))),
  );
  expect(broken).toEqual([]);
});

test("every picture is used, comes in light and dark, and is small", () => {
  const pictures = readdirSync(join(ROOT, "docs", "pictures"));
  const all = DOCS.map((d) => d.text).join("\n");
  const wrong = pictures.flatMap((name) => {
    const twin = name.replace(/-(light|dark)\.png$/, (_, theme) =>
      theme === "light" ? "-dark.png" : "-light.png",
    );
    return [
      !all.includes(`docs/pictures/${name}`) && `${name} is shown nowhere`,
      (twin === name || !pictures.includes(twin)) && `${name} has no twin in the other theme`,
      statSync(join(ROOT, "docs", "pictures", name)).size > 250_000 && `${name} is larger than 250 kB`,
    ].filter(Boolean);
  });
  expect(wrong).toEqual([]);
});

test("the README says of the demo how many runs it trains, and of the findings how many claims they answer", () => {
  const { presets, seeds } = FIRST_ABLATION;
  const chain = planPipeline(makeWorld().ctx, { chain: PIPELINES[0].id, seeds: PIPELINES[0].seeds });
  const { text } = doc("README.md");
  expect(/trains (\d+) runs/.exec(text)?.[1]).toBe(String(presets.length * seeds.length + chain.runs));
  const claims = /(\d+) claims/;
  expect(claims.exec(text)?.[1]).toBe(claims.exec(doc("docs/findings.md").text)?.[1] ?? "none");
});

test("the form that the overview offers first is the ablation of the demo", () => {
  const { mode: _, set, seeds, ...same } = FIRST_ABLATION_DRAFT;
  const { edits, seeds: trained, recipe, ...demo } = FIRST_ABLATION;
  expect(RECIPES[0].slug).toBe(recipe);
  expect(same).toEqual(demo);
  expect(set).toEqual(
    Object.fromEntries(Object.entries(edits).map(([name, value]) => [name, String(value)])),
  );
  expect(parseSeeds(seeds)).toEqual(trained);
});

test("npm scripts that are named exist, and every script is named in README or CONTRIBUTING", () => {
  const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
  const named = (text: string) =>
    [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map((match) => match[1] ?? match[2]);
  expect(complaints(({ text }) => named(text).filter((script) => !scripts.includes(script)))).toEqual([]);
  const told = new Set([...named(doc("README.md").text), ...named(doc("CONTRIBUTING.md").text)]);
  expect(scripts.filter((script) => !told.has(script))).toEqual([]);
});

/** Words of a shell line up to a comment; quotes hold words together. */
const shellWords = (line: string) =>
  [...line.replace(/(^|\s)#.*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2]);

test("commands that are shown can be run as they stand", async () => {
  const verbs = new Map((await loadVerbs()).map((verb) => [verb.name, verb]));
  const wrong = complaints(({ spans, fenced }) =>
    [...spans, ...fenced].flatMap((code) => {
      const [npx, ablab, verbName = "", ...args] = shellWords(code);
      if (npx !== "npx" || ablab !== "ablab" || /^(--help|[A-Z]*)$/.test(verbName)) return [];
      const verb = verbs.get(nameOfVerb([verbName, ...args]));
      if (!verb) return [`there is no verb "${verbName}"`];
      // A span may name a verb without its words; a shown line is whole.
      if (spans.includes(code) && args.length === 0) return [];
      try {
        parseVerb(verb, args);
        return [];
      } catch (error) {
        return [`${code}: ${(error as Error).message}`];
      }
    }),
  );
  expect(wrong).toEqual([]);
});

test("docs/cli.md is what the verbs say (npm run cli-docs writes it), each with an example of itself", async () => {
  expect(doc("docs/cli.md").text).toBe(await verbsDocument());
  for (const { name, examples } of await loadVerbs())
    expect(examples.some(([command]) => `${command} `.startsWith(`npx ablab ${name} `))).toBe(true);
});

test.each([
  ["README.md", 2000],
  ["ARCHITECTURE.md", 1800],
  ["GLOSSARY.md", 1500],
])("%s has at most %d words", (name, most) => {
  expect(doc(name).text.trim().split(/\s+/).length).toBeLessThanOrEqual(most);
});

test("every word of the glossary points at code that has it", () => {
  const wrong = rows(doc("GLOSSARY.md").text).flatMap((cells) => {
    const found = /^`([^`]+)` \(`([^`]+)`\)$/.exec(cells[cells.length - 1]);
    if (!found) return [`${cells[0]}: the last column names a file and, in brackets, a name in it`];
    const [, file, symbol] = found;
    if (!existsSync(join(ROOT, file))) return [`${cells[0]}: there is no ${file}`];
    const bounded = new RegExp(`(?<![\\w$])${symbol.replace(/[$.]/g, "\\$&")}(?![\\w$])`);
    return bounded.test(read(file)) ? [] : [`${cells[0]}: ${file} does not contain ${symbol}`];
  });
  expect(wrong).toEqual([]);
});

test("no word of the glossary is defined twice", () => {
  const words = rows(doc("GLOSSARY.md").text).map((cells) => cells[0].toLowerCase());
  expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
});

test("every state and every exit reason is in the glossary", () => {
  const { spans } = doc("GLOSSARY.md");
  expect([...RUN_STATES, ...EXIT_REASONS].filter((word) => !spans.includes(word))).toEqual([]);
});

test("the rules of server/checks/README.md are those of the registry", () => {
  const told = rows(doc("server/checks/README.md").text).map((cells) => cells[0]);
  expect(told.toSorted()).toEqual(RULES.map((rule) => rule.id).toSorted());
});

test("every recipe that can be trained is in workers/README.md", () => {
  const told = rows(doc("workers/README.md").text).map((cells) => cells[0]);
  const trained = RECIPES.map(({ slug }) => slug).filter((slug) =>
    existsSync(join(ROOT, "workers", "recipes", slug, "train.ts")),
  );
  expect(trained.filter((slug) => !told.includes(`\`${slug}\``))).toEqual([]);
});

test("every room that has a folder is in ARCHITECTURE.md", () => {
  const rooms = Object.keys(ROOMS);
  const { spans } = doc("ARCHITECTURE.md");
  const untold = rooms.filter((room) => existsSync(join(ROOT, room)) && !spans.includes(room));
  expect(untold).toEqual([]);
});

test("the README names the pages of the sidebar, in its order", () => {
  const shell = read("components/shell/bench-shell.tsx");
  const pages = /const PAGES = \[([\s\S]*?)\];/.exec(shell)?.[1] ?? "";
  const labels = [...pages.matchAll(/label: "([^"]+)"/g)].map(([, label]) => label);
  const told = /^The pages are (.*?)\./m.exec(read("README.md"))?.[1].split(/, | and /);
  expect(told).toEqual(labels);
});

test("the sizes of chunks and parts that documents tell are those of the store", () => {
  const told: [RegExp, number][] = [
    [/\bchunks? of (?:exactly |up to )?(\d[\d,]*)/gi, SIZES.CHUNK_POINTS],
    [/\bparts? of (?:exactly |up to )?(\d[\d,]*)/gi, SIZES.PART_POINTS],
  ];
  const wrong = complaints(({ text }) =>
    told.flatMap(([pattern, size]) =>
      [...text.matchAll(pattern)]
        .filter(([, number]) => number !== size.toLocaleString("en-US"))
        .map(([words]) => `${words}, but it is ${size}`),
    ),
  );
  expect(wrong).toEqual([]);
  for (const [pattern] of told)
    for (const name of ["ARCHITECTURE.md", "db/README.md"]) expect(doc(name).text).toMatch(pattern);
});

test("db/README.md tells every size of the point store that is not a small count", () => {
  const { text } = doc("db/README.md");
  const isTold = (size: number) =>
    new RegExp(`(?<![\\d,])${size.toLocaleString("en-US")}(?!,?\\d)`).test(text);
  const untold = Object.entries(SIZES).filter(([, size]) => size > 100 && !isTold(size));
  expect(untold).toEqual([]);
});

test("no document names a path of somebody's machine", () => {
  const found = complaints(
    ({ text }) => text.match(/(?<![\w.~])\/(work|home|tmp|root|Users|mnt)\b\S*/g) ?? [],
  );
  expect(found).toEqual([]);
});
