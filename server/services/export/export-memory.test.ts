import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { ANSWER_BYTES } from "../answer-room.ts";
import { joinWorker, launch, makeWorld, startNext } from "../testing.ts";

const SERIES = 5;
const POINTS = 400_000;
const AT_ONCE = 20_000;

const folder = mkdtempSync(join(tmpdir(), "ablab-export-memory-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Exports a run in a process of its own; how many points, and by how many bytes the process grew meanwhile. */
const SCRIPT = `
  import { readFileSync } from "node:fs";
  import { openDb } from "${join(import.meta.dirname, "../../../db/client.ts")}";
  import { exportPoints } from "${join(import.meta.dirname, "export-points.ts")}";
  const [path, id] = process.argv.slice(2);
  const held = () => 1024 * Number(/RssAnon:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  const db = openDb(path);
  gc();
  const before = held();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, held())), 2);
  const file = await exportPoints({ db }, { kind: "run", id }, new AbortController().signal);
  clearInterval(watch);
  file.remove();
  console.log(JSON.stringify({ points: file.points, grew: Math.max(most, held()) - before }));
`;

test.skipIf(process.platform !== "linux")(
  "an export of two million points makes a fresh process no larger than an answer may",
  () => {
    const path = join(folder, "ablab.db");
    const world = makeWorld();
    world.ctx.db = openDb(path);
    migrate(world.ctx.db, { now: 0, backupDir: null });
    launch(world);
    const { runId, attemptId } = startNext(world, joinWorker(world));
    const store = pointStore(world.ctx.db);
    for (let k = 0; k < SERIES; k++)
      for (let from = 0; from < POINTS; from += AT_ONCE) {
        const x = Float64Array.from({ length: AT_ONCE }, (_, i) => from + i);
        const columns = [{ metric: `m/${k}`, axis: "step", x, value: x.map(Math.sin), at: x }];
        store.append([{ attemptId, source: `m/${k}`, firstSeq: from + 1, columns }]);
        while (store.housekeep(200));
      }
    world.ctx.db.$client.close();
    const script = join(folder, "export.mjs");
    writeFileSync(script, SCRIPT);
    const run = () =>
      JSON.parse(
        execFileSync(
          process.execPath,
          ["--disable-warning=ExperimentalWarning", "--expose-gc", script, path, runId],
          { encoding: "utf8", env: { ...process.env, NODE_COMPILE_CACHE: join(folder, "compiled") } },
        ),
      ) as { points: number; grew: number };
    // As a server does after its first start, the second has its code without the types.
    run();
    const { points, grew } = run();
    expect(points).toBe(SERIES * POINTS);
    expect(grew).toBeLessThan(ANSWER_BYTES);
  },
);
