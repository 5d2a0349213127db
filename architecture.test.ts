import { expect, test } from "vitest";
import { isTest, sourceFiles } from "./source-files.ts";

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
  "workers/witness": ["workers/protocol", "workers/bridge"],
  "server/errors": [],
  "server/numbers": [],
  "server/wording": ["server/numbers", "workers/protocol", "server/contracts?"],
  "server/contracts": ["server/wording", "workers/protocol"],
  "server/stats": ["server/contracts", "server/numbers", "server/wording"],
  "server/plot": ["server/contracts", "server/numbers", "server/wording"],
  "server/judgement": ["server/contracts", "server/numbers", "server/stats", "server/wording"],
  "server/importers": ["server/contracts", "server/wording", "workers/lp", "workers/protocol"],
  "server/live": ["server/contracts"],
  db: ["server/contracts", "server/numbers", "workers/protocol"],
  "server/services": [
    "db",
    "server/contracts",
    "server/numbers",
    "server/errors",
    "server/live",
    "server/stats",
    "server/judgement",
    "server/plot",
    "server/importers",
    "server/wording",
    "workers/protocol",
    "workers/recipes/catalog",
  ],
  "server/wires": [
    "server/services?",
    "server/contracts",
    "server/numbers",
    "server/errors",
    "server/wording",
    "workers/protocol",
  ],
  "server/care": ["db", "server/contracts", "server/errors", "server/wording"],
  "server/bridge": ["server/services", "server/errors", "workers/protocol"],
  "server/routers": ["server/services", "server/contracts", "server/errors", "server/live", "server/wording"],
  "server/http": [
    "db",
    "server/wires",
    "server/care",
    "server/services",
    "server/routers",
    "server/bridge",
    "server/live",
    "server/contracts",
    "server/errors",
    "server/wording",
    "workers/protocol",
  ],
  "server/cli": [
    "server/wires",
    "server/care",
    "server/http",
    "server/routers?",
    "server/contracts",
    "server/errors",
    "server/wording",
    "workers/protocol",
    "workers/recipes/catalog",
  ],
  "components/ui": ["server/contracts?", "server/numbers", "server/plot?", "server/wording"],
  "components/charts": [
    "components/ui",
    "server/contracts",
    "server/numbers",
    "server/plot",
    "server/wording",
  ],
  "components/trpc": ["server/routers?", "server/contracts"],
  components: [
    "components/ui",
    "components/charts",
    "components/trpc",
    "server/contracts",
    "server/numbers",
    "server/plot",
    "server/wording",
    "server/judgement",
  ],
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
  "e2e/bench": ["e2e", "db", "server/contracts", "server/wires", "workers/protocol", "workers/math"],
  "e2e/chaos": [
    "db",
    "server/http",
    "server/services",
    "server/wires",
    "server/live",
    "workers/protocol",
    "workers/math",
  ],
  "e2e/clients": [
    "e2e/chaos",
    "db",
    "server/contracts",
    "server/http",
    "server/services",
    "server/live",
    "server/wires",
    "workers/math",
  ],
  root: ["e2e", "server/cli"],
};

/** Files whose room is not the one of their folder. */
const SPECIAL: [RegExp, string][] = [
  [/^workers\/recipes\/[^/]+\/manifest\.ts$/, "workers/recipes/manifest"],
  [/^workers\/recipes\/chains\.ts$/, "workers/recipes/catalog"],
  [/^[^/]+\.(ts|mjs)$/, "root"],
];
const PACKAGE_OWNERS: Record<string, string[]> = {
  "drizzle-orm": ["db"],
  "better-sqlite3": ["db", "e2e/bench"],
  hyparquet: ["server/wires", "e2e"],
  "hyparquet-writer": ["server/services"],
  sirv: ["server/http"],
  recharts: ["components/charts"],
  "d3-array": ["server/plot"],
  "d3-scale": ["server/plot"],
  "d3-shape": ["server/plot"],
  next: ["app", "components", "server/http"],
  "next/link": ["app", "components"],
  "@trpc/server": ["server/routers", "server/http"],
  "@trpc/client": ["components/trpc", "server/cli"],
  highs: ["workers/lp"],
  "@base-ui/react": ["components/ui"],
  graphql: ["server/wires"],
  "markdown-it": ["server/services"],
  katex: ["server/services"],
};

/** The doors of the point store: only what is behind them knows how points lie on disk. */
const POINT_DOORS = ["open-point-store", "point-store", "read-points", "point-kinds", "check-points"];

const LINE_BUDGET = 300;
function roomOf(file: string): string | undefined {
  const special = SPECIAL.find(([pattern]) => pattern.test(file));
  if (special) return special[1];
  return Object.keys(ROOMS)
    .filter((room) => file === room || file.startsWith(`${room}/`) || file.startsWith(`${room}.`))
    .sort((a, b) => b.length - a.length)[0];
}

const files = sourceFiles().map((source) => ({ ...source, room: roomOf(source.file) }));

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

test("index files are registries, not barrels", () => {
  const allowed = /^(server\/importers|server\/wires|db\/schema|server\/routers)\/index\.ts$/;
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
