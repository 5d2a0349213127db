import { expect, test } from "vitest";
import { roomOf, ROOMS } from "./rooms.ts";
import { isTest, sourceFiles } from "./source-files.ts";

const PACKAGE_OWNERS: Record<string, string[]> = {
  "drizzle-orm": ["db"],
  "better-sqlite3": ["db", "e2e/bench"],
  hyparquet: ["server/adapters", "server/folders", "e2e"],
  "hyparquet-writer": ["server/services"],
  sirv: ["server/http"],
  recharts: ["components/charts"],
  "d3-array": ["server/plot"],
  "d3-scale": ["server/plot"],
  "d3-shape": ["server/plot"],
  next: ["app", "components", "server/http"],
  "next/link": ["app", "components"],
  "@trpc/server": ["server/routers", "server/http"],
  // What a link of the client is made of.
  "@trpc/server/observable": ["components/trpc"],
  "@trpc/client": ["components/trpc", "server/cli"],
  highs: ["workers/lp"],
  "quickjs-emscripten-core": ["workers/code"],
  "@base-ui/react": ["components/ui"],
  graphql: ["server/adapters"],
  "markdown-it": ["server/services"],
  katex: ["server/services"],
  "@codemirror": ["components"],
  "@lezer": ["components"],
};

/** The doors of the point store: only what is behind them knows how points lie on disk. */
const POINT_DOORS = [
  "open-point-store",
  "point-store",
  "read-points",
  "read-series",
  "point-kinds",
  "check-points",
  "computed-anew",
];

const LINE_BUDGET = 300;

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

test("workers/ imports nothing from outside but node:, zod, in lp highs, in code quickjs and for drafts yaml", () => {
  const breaches = files
    .filter((f) => f.file.startsWith("workers/") && !isTest(f.file))
    .flatMap((f) => f.imports.filter((i) => i.target === null).map((i) => ({ file: f.file, spec: i.spec })))
    .filter(({ file, spec }) => {
      if (spec.startsWith("node:") || spec === "zod") return false;
      return !(
        (spec === "highs" && file.startsWith("workers/lp/")) ||
        (spec === "yaml" && file.startsWith("workers/scripts/draft/")) ||
        (/quickjs/.test(spec) && file.startsWith("workers/code/"))
      );
    });
  expect(breaches).toEqual([]);
});

test("outside app and components there is no JSX, and local imports name their file", () => {
  const jsx = files
    .filter(
      (f) =>
        f.file.endsWith(".tsx") && !/^(app|components|packs\/[^/]+\/pages)\//.test(f.file) && !isTest(f.file),
    )
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
  const allowed = /^(server\/importers|server\/adapters|db\/schema|server\/routers)\/index\.ts$/;
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
