import { afterAll, beforeAll, expect, test } from "vitest";
import { openFile } from "../services/external/keep-file.ts";
import { readLog } from "../services/attempts/read-log.ts";
import { histogramHeat, mediaAt } from "../services/media/at.ts";
import { mediaTable } from "../services/media/table.ts";
import { getRun } from "../services/runs/get.ts";
import { makeWorld, type World } from "../services/testing.ts";
import { openIngestDoor } from "./testing/ingest-door.ts";

let world: World;
let door: Awaited<ReturnType<typeof openIngestDoor>>;

beforeAll(async () => {
  world = makeWorld();
  door = await openIngestDoor(world);
});

afterAll(() => door.close());

const SECRET = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b";
const KEY = `hf_${SECRET}`;

/** Opens a run; what is sent of it, and what its page has. */
async function opened(key: string, more: object = {}) {
  const place = { experiment: "bad", key, writer: "w" };
  const { run } = await door.post("runs", { ...place, client: "ablab 0.1", ...more });
  return {
    run,
    place,
    page: () => getRun(world.ctx, run),
    notes: () => getRun(world.ctx, run).notes.map(({ message }) => message),
    row: (n: number, values: object, at = world.clock.now + n, writer = "w") =>
      door.post("rows", { n, step: n, at, values }, { ...place, writer }),
    file: (path: string, bytes: Uint8Array<ArrayBuffer>) =>
      door.sendBytes("files", bytes, { ...place, path }),
  };
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

test("a secret in a name, in a nested list, in a cell and in a line that is cut in two is nowhere on the page", async () => {
  const it = await opened("secrets", {
    config: { [`arg_${KEY}`]: 1, nested: [{ deep: ["a", { token: KEY }] }], lr: 0.1 },
  });
  await it.row(0, { [`loss/${KEY}`]: 1, loss: 2 });
  await it.row(1, { [`loss/${KEY}`]: 1, loss: 2 });
  const line = bytesOf(`logging in with ${KEY} now\n`);
  const half = 30;
  await door.sendBytes("output", line.slice(0, half), { ...it.place, offset: "0" });
  await door.sendBytes("output", line.slice(half), { ...it.place, offset: String(half) });
  await it.file("t.table.json", bytesOf(JSON.stringify({ columns: ["note"], data: [[`use ${KEY}`]] })));
  await door.post("media", { kind: "table", key: "notes", step: 0, path: "t.table.json" }, it.place);
  await door.post("finish", { state: "finished", exitCode: 0 }, it.place);

  const [{ id }] = mediaAt(world.ctx, { runId: it.run, key: "notes", kind: "table", step: 0 }).media;
  const { attempts, metrics } = it.page();
  const log = readLog(world.ctx, { attemptId: attempts[0].id, from: null, maxBytes: 4096 });
  const seen = JSON.stringify([it.page(), await mediaTable(world.ctx, { id }), log]);
  expect(seen).not.toContain(SECRET.slice(4, 20));
  expect(seen).toContain("logging in with");
  // Both metrics are kept, one under a name without it.
  expect(metrics).toHaveLength(2);
});

test("an image of 100 MB is refused in one sentence, and what comes after it is taken", async () => {
  const it = await opened("image");
  const answer = await it.file("media/huge.png", new Uint8Array(100 * 1024 * 1024));
  expect(answer.status).toBe(413);
  expect(((await answer.json()) as { error: string }).error).toSatisfy(isOneSentence);
  await it.row(0, { loss: 1 });
  expect(it.page().metrics).toHaveLength(1);
});

test("a file that is named out of its folder is a name, and is saved under its last part", async () => {
  const it = await opened("dots");
  expect((await it.file("../../../etc/passwd", bytesOf("root"))).status).toBe(200);
  const file = it.page().external?.files[0];
  expect(openFile(world.ctx, file?.id ?? 0)?.fileName).toBe("passwd");
});

test("a histogram with an edge that is no number is left out in one sentence, the others stay", async () => {
  const it = await opened("edges");
  const send = (step: number, edges: unknown[], counts: unknown[]) =>
    door.post("media", { kind: "histogram", key: "rewards", step, edges, counts }, it.place);
  await send(0, [0, 1, 2], [1, 3]);
  await send(1, [0, "NaN", 2], [1, 3]);
  await send(2, [0, null, 2], [1, 3]);
  await send(3, [0, 1, 2], [2, 2]);
  expect(histogramHeat(world.ctx, { runId: it.run, key: "rewards" }).steps).toEqual([0, 3]);
  expect(it.notes()).toHaveLength(1);
  expect(it.notes()[0]).toSatisfy(isOneSentence);
});

test("two processes with one writer id keep all of their rows, apart, with one note", async () => {
  const it = await opened("namesakes");
  for (let n = 0; n < 5; n++) await it.row(n, { loss: n });
  world.clock.now += 1000;
  for (let n = 0; n < 4; n++) await it.row(n, { loss: 100 + n });
  await it.row(5, { loss: 5 });
  const { attempts, notes } = it.page();
  expect(attempts).toHaveLength(2);
  expect(notes).toHaveLength(1);
});

test("processes whose clocks are a day apart keep their rows, and the run's time is that of the first", async () => {
  const it = await opened("clocks");
  const DAY = 86_400_000;
  for (let n = 0; n < 3; n++) await it.row(n, { loss: n });
  for (let n = 0; n < 3; n++) await it.row(n, { other: n }, world.clock.now + DAY + n, "rank 1");
  for (const writer of ["w", "rank 1"])
    await door.post("finish", { state: "finished", exitCode: 0 }, { ...it.place, writer });
  const { row, metrics, notes } = it.page();
  expect(metrics).toHaveLength(2);
  expect((row.endedAt ?? Infinity) - (row.startedAt ?? 0)).toBeLessThan(DAY / 2);
  expect(notes).toHaveLength(1);
});

/** It ends once: full stops inside numbers and names are none. */
function isOneSentence(text: string): boolean {
  return text.length > 0 && !/[.!?]\s+[A-Z]/.test(text.trim());
}
