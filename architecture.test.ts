import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { expect, test } from "vitest";

/**
 * The import rules as data. A file lives in the room with the longest matching prefix; a pattern in `SPECIAL` wins over
 * all of them. `may` lists the rooms it may import from; a trailing "?" allows `import type` only.
 */
const ROOMS: Record<string, string[]> = {
  "workers/protocol": [],
  "workers/math": [],
  "workers/lp": ["workers/math"],
  "workers/lab": ["workers/lp", "workers/math"],
  "workers/recipes/catalog": ["workers/recipes/manifest", "workers/protocol"],
  "workers/recipes/manifest": ["workers/protocol"],
  "workers/recipes": [
    "workers/recipes/manifest",
    "workers/protocol",
    "workers/math",
    "workers/lp",
    "workers/lab",
  ],
  "workers/trainer": ["workers/protocol", "workers/recipes", "workers/recipes/catalog", "workers/lab"],
  "workers/bridge": ["workers/protocol", "workers/recipes/catalog"],
  "server/errors": [],
  "server/numbers": [],
  "server/contracts": ["workers/protocol"],
  "server/stats": ["server/contracts"],
  "server/checks": ["server/contracts", "server/stats"],
  "server/importers": ["server/contracts", "workers/lp", "workers/protocol"],
  "server/live": ["server/contracts"],
  db: ["server/contracts", "server/numbers", "workers/protocol"],
  "server/services": [
    "db",
    "server/contracts",
    "server/numbers",
    "server/errors",
    "server/live",
    "server/stats",
    "server/checks",
    "server/importers",
    "workers/protocol",
    "workers/recipes/catalog",
  ],
  "server/bridge": ["server/services", "server/errors", "workers/protocol"],
  "server/routers": ["server/services", "server/contracts", "server/errors", "server/live"],
  "server/http": [
    "db",
    "server/services",
    "server/routers",
    "server/bridge",
    "server/live",
    "server/contracts",
    "server/errors",
    "workers/protocol",
  ],
  "server/cli": ["server/http", "server/routers?", "server/contracts", "server/errors", "workers/protocol"],
  "components/ui": [],
  "components/charts": ["components/ui", "server/contracts", "server/numbers"],
  "components/trpc": ["server/routers?", "server/contracts"],
  components: ["components/ui", "components/charts", "components/trpc", "server/contracts"],
  app: [
    "components",
    "components/ui",
    "components/charts",
    "components/trpc",
    "server/contracts",
    "server/routers?",
    "server/http?",
  ],
  e2e: ["server/contracts", "workers/protocol"],
  "e2e/bench": ["e2e", "db", "server/contracts", "workers/protocol", "workers/math"],
  "e2e/chaos": ["db", "server/http", "server/services", "server/live", "workers/protocol", "workers/math"],
  root: ["e2e"],
};

/** Files whose room is not the one of their folder. */
const SPECIAL: [RegExp, string][] = [
  [/^workers\/recipes\/[^/]+\/manifest\.ts$/, "workers/recipes/manifest"],
  [/^[^/]+\.(ts|mjs)$/, "root"],
];
const PACKAGE_OWNERS: Record<string, string[]> = {
  "drizzle-orm": ["db"],
  "better-sqlite3": ["db", "e2e/bench"],
  "hyparquet-writer": ["server/services"],
  sirv: ["server/http"],
  recharts: ["components/charts"],
  next: ["app", "components", "server/http"],
  "next/link": ["app", "components"],
  "@trpc/server": ["server/routers", "server/http"],
  "@trpc/client": ["components/trpc", "server/cli"],
  highs: ["workers/lp"],
  "@base-ui/react": ["components/ui"],
  "markdown-it": ["server/services"],
  katex: ["server/services"],
};

/** The doors of the point store: only what is behind them knows how points lie on disk. */
const POINT_DOORS = ["open-point-store", "point-store", "read-points", "point-kinds"];

const TEXT_BANS: { pattern: RegExp; why: string; except?: RegExp }[] = [
  { pattern: /^\s*["']use server["']/m, why: "Server Actions are not used: the gate refuses them" },
  { pattern: /\bsql\.raw\b/, why: "sql.raw takes text that nobody escaped" },
  { pattern: /user-agent/i, why: "the user agent is never an input to a decision" },
  { pattern: /shell:\s*true/, why: "processes are started from an argument list, never through a shell" },
  { pattern: /dangerouslySetInnerHTML/, why: "no HTML from strings", except: /^app\/layout\.tsx$/ },
  { pattern: /Math\.random\(\)/, why: "randomness is seeded, ids come from node:crypto" },
  { pattern: /\.prepare\(\s*["'`]/, why: "SQL lives in db/", except: /^(db|e2e)\// },
];

const LINE_BUDGET = 300;
const ROOT = import.meta.dirname;
const SKIP = new Set(["node_modules", "migrations", "fixtures", "public", "docs"]);

function walk(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    if (name.startsWith(".") || SKIP.has(name)) return [];
    const path = join(dir, name);
    if (statSync(path).isDirectory()) return walk(path);
    return /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith(".d.ts") ? [path] : [];
  });
}

interface SourceFile {
  file: string;
  room: string | undefined;
  text: string;
  imports: { typeOnly: boolean; spec: string; target: string | null }[];
}

function roomOf(file: string): string | undefined {
  const special = SPECIAL.find(([pattern]) => pattern.test(file));
  if (special) return special[1];
  return Object.keys(ROOMS)
    .filter((room) => file === room || file.startsWith(`${room}/`) || file.startsWith(`${room}.`))
    .sort((a, b) => b.length - a.length)[0];
}

const IMPORT =
  /^[ \t]*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
const ALIASES = ["server", "db", "components"];

function resolveLocal(file: string, spec: string): string | null {
  if (spec.startsWith(".")) return posix.join(posix.dirname(file), spec);
  const alias = /^#([a-z]+)\//.exec(spec);
  if (alias && ALIASES.includes(alias[1])) return spec.slice(1);
  return null;
}

const files: SourceFile[] = walk(ROOT).map((path) => {
  const file = relative(ROOT, path).split(sep).join("/");
  const text = readFileSync(path, "utf8");
  const imports = [...text.matchAll(IMPORT)].map((match) => {
    const spec = match[2] ?? match[3];
    return { typeOnly: Boolean(match[1]), spec, target: resolveLocal(file, spec) };
  });
  return { file, room: roomOf(file), text, imports };
});

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /(^|\/)testing(\.|\/)/.test(file);

test("every source file belongs to a room", () => {
  expect(files.filter((f) => !f.room).map((f) => f.file)).toEqual([]);
});

test("the room graph has no cycle", () => {
  const state = new Map<string, "open" | "done">();
  const visit = (room: string, path: string[]) => {
    if (state.get(room) === "open") throw new Error([...path, room].join(" -> "));
    if (state.get(room)) return;
    state.set(room, "open");
    for (const next of ROOMS[room] ?? [])
      if (!next.endsWith("?") && next !== room) visit(next, [...path, room]);
    state.set(room, "done");
  };
  for (const room of Object.keys(ROOMS)) visit(room, []);
});

test("files import only what their room may import", () => {
  const breaches: string[] = [];
  for (const { file, room, imports } of files) {
    if (!room || isTest(file)) continue;
    for (const { typeOnly, spec, target } of imports) {
      if (target === null) continue;
      const to = roomOf(target);
      if (to === room) continue;
      const allowed = ROOMS[room].some((rule) =>
        rule.endsWith("?") ? typeOnly && rule.slice(0, -1) === to : rule === to,
      );
      if (!allowed)
        breaches.push(`${file}: ${room} may not import ${to ?? "a file without a room"} (${spec})`);
    }
  }
  expect(breaches).toEqual([]);
});

test("a package with an owner is imported only by its owner", () => {
  const breaches: string[] = [];
  for (const { file, room, imports } of files) {
    if (!room || isTest(file) || room === "root") continue;
    for (const { typeOnly, spec, target } of imports) {
      if (target !== null || typeOnly) continue;
      const owner = Object.keys(PACKAGE_OWNERS)
        .filter((name) => spec === name || spec.startsWith(`${name}/`))
        .sort((a, b) => b.length - a.length)[0];
      if (!owner) continue;
      const allowed = PACKAGE_OWNERS[owner].some((o) => room === o || room.startsWith(`${o}/`));
      if (!allowed) breaches.push(`${file}: "${owner}" belongs to ${PACKAGE_OWNERS[owner].join(", ")}`);
    }
  }
  expect(breaches).toEqual([]);
});

test("the point store is entered by its doors, and by whoever migrates to move old points", () => {
  const breaches = files.flatMap(({ file, imports }) => {
    if (file.startsWith("db/points/") || isTest(file)) return [];
    const doors = file === "db/migrate.ts" ? [...POINT_DOORS, "move-old-points"] : POINT_DOORS;
    return imports
      .filter(({ target }) => target?.startsWith("db/points/"))
      .filter(({ target }) => !doors.some((door) => target === `db/points/${door}.ts`))
      .map(({ spec }) => `${file} may not import ${spec}`);
  });
  expect(breaches).toEqual([]);
});

test("nothing that a page loads reads zod: contracts give the browser types, and constants from files of their own", () => {
  const byFile = new Map(files.map((f) => [f.file, f]));
  const chains = new Map<string, string>();
  const visit = (file: string, path: string): void => {
    if (chains.has(file) || isTest(file)) return;
    chains.set(file, path);
    for (const { typeOnly, target } of byFile.get(file)?.imports ?? [])
      if (!typeOnly && target !== null) visit(target, `${path} -> ${target}`);
  };
  for (const { file } of files) if (file.startsWith("components/")) visit(file, file);
  const breaches = [...chains].filter(([file]) =>
    byFile.get(file)?.imports.some(({ typeOnly, spec }) => spec === "zod" && !typeOnly),
  );
  expect(breaches.map(([, path]) => path)).toEqual([]);
});

test("workers/ imports nothing from outside but node:, zod and, in lp, highs", () => {
  const breaches = files
    .filter((f) => f.file.startsWith("workers/") && !isTest(f.file))
    .flatMap((f) => f.imports.filter((i) => i.target === null).map((i) => ({ file: f.file, spec: i.spec })))
    .filter(({ file, spec }) => {
      if (spec.startsWith("node:") || spec === "zod") return false;
      return !(spec === "highs" && file.startsWith("workers/lp/"));
    });
  expect(breaches).toEqual([]);
});

test("outside app and components there is no JSX, and local imports name their file", () => {
  const jsx = files
    .filter((f) => f.file.endsWith(".tsx") && !/^(app|components)\//.test(f.file))
    .map((f) => f.file);
  const bare = files.flatMap((f) =>
    f.imports
      .filter((i) => i.target !== null && !/\.(ts|tsx|mjs|css|json)$/.test(i.spec))
      .map((i) => `${f.file}: ${i.spec}`),
  );
  const alias = files.flatMap((f) =>
    f.imports.filter((i) => i.spec.startsWith("@/")).map((i) => `${f.file}: ${i.spec}`),
  );
  expect({ jsx, bare, alias }).toEqual({ jsx: [], bare: [], alias: [] });
});

test("no file contains what is banned", () => {
  const hits = files.flatMap(({ file, text }) =>
    file === "architecture.test.ts" || isTest(file)
      ? []
      : TEXT_BANS.filter((ban) => ban.pattern.test(text) && !ban.except?.test(file)).map(
          (ban) => `${file}: ${ban.why}`,
        ),
  );
  expect(hits).toEqual([]);
});

test("no folder or file is a drawer", () => {
  const drawers = files
    .filter((f) => /(^|\/)(utils?|helpers?|common|misc|lib)(\/|\.)/.test(f.file))
    .map((f) => f.file);
  expect(drawers).toEqual([]);
});

test("index files are registries, not barrels", () => {
  const allowed = /^(server\/importers|db\/schema|server\/routers)\/index\.ts$/;
  expect(
    files.filter((f) => /(^|\/)index\.tsx?$/.test(f.file) && !allowed.test(f.file)).map((f) => f.file),
  ).toEqual([]);
});

test(`files stay within ${LINE_BUDGET} lines`, () => {
  const fat = files
    .map((f) => ({ file: f.file, lines: f.text.split("\n").length }))
    .filter((f) => f.lines > LINE_BUDGET)
    .map((f) => `${f.file}: ${f.lines}`);
  expect(fat).toEqual([]);
});
