import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { FIXTURES } from "../../importers/histories/testing/fixtures.ts";
import { ReadSource } from "../../importers/histories/parts.ts";
import { HISTORY_READERS } from "../../importers/histories/registry.ts";
import { ImportError, type SentFile } from "../../importers/histories/sent-file.ts";
import { makeWorld } from "../testing.ts";
import { bring, tablesOf } from "./testing.ts";

const OPTIONS = { utcOffsetMinutes: 0, benchmark: null };
const read = (files: readonly SentFile[]) => new ReadSource(files, OPTIONS);

/** Why files are refused; null where they are read. */
function refusalOf(files: readonly SentFile[]): string | null {
  try {
    read(files);
    return null;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return error.message;
  }
}

/** The same files elsewhere. */
const moved = (files: readonly SentFile[]): SentFile[] =>
  files.map(({ name, bytes }) => ({ name: `else/where/${name}`, bytes }));

const HOSTILE = ["../../../etc/", "<script>alert(1)</script>/", "\u202egpj/\u0000/", `${"n".repeat(3000)}/`];

test("there is a source of each kind that is read", () => {
  expect(FIXTURES.map(({ kind }) => kind).toSorted()).toEqual(
    HISTORY_READERS.map(({ kind }) => kind).toSorted(),
  );
});

describe.each(FIXTURES.map((fixture) => [fixture.kind, fixture] as const))("%s", (kind, fixture) => {
  const { files, broken, startedAt, endedAt } = fixture;
  const [source, ...beside] = files;

  test("is opened by its own reader and no other, but for the one that takes any lines", () => {
    const takers = HISTORY_READERS.filter((reader) => reader.opens(source)).map((reader) => reader.kind);
    expect(takers.filter((taker) => taker === kind || taker !== "columns")).toEqual([kind]);
    expect(takers[0]).toBe(kind);
    // An empty file of that name is none, or is refused; it never is a run.
    const empty = { name: source.name, bytes: new Uint8Array() };
    expect(refusalOf([empty, ...beside])).not.toBeNull();
  });

  test("keeps the times of its source, and none where it has none", () => {
    for (const run of read(files).found.runs)
      expect([run.startedAt, run.endedAt]).toEqual([startedAt, endedAt]);
  });

  test("is the same source wherever it lies", () => {
    const identity = ({ found }: ReadSource) => found.runs.map(({ sourceId, digest }) => [sourceId, digest]);
    expect(identity(read(moved(files)))).toEqual(identity(read(files)));
    expect(read(files).found.runs.length).toBeGreaterThan(0);
  });

  test("that is broken is refused by file and place", () => {
    const why = refusalOf([{ name: source.name, bytes: broken.bytes }, ...beside]);
    expect(why).toContain(source.name);
    expect(why).toContain(broken.place);
  });

  test("that is cut is refused by name, or read to the end of a line or record; bytes that changed never end in another error", () => {
    const { bytes } = source;
    for (let length = 1; length < bytes.length; length += Math.ceil(bytes.length / 40)) {
      const cut = bytes.subarray(0, length);
      const why = refusalOf([{ name: source.name, bytes: cut }, ...beside]);
      const endsLine = /\.(jsonl|csv|yaml|wandb)$|\.tfevents\./.test(source.name);
      if (!endsLine) expect(why, `${length} of ${bytes.length} bytes`).not.toBeNull();
    }
    for (let seed = 1, round = 0; round < 60; round++) {
      const changed = Buffer.from(bytes);
      for (let i = 0; i < 4; i++) {
        seed = (seed * 48271) % 2147483647;
        changed[seed % changed.length] = seed & 255;
      }
      refusalOf([{ name: source.name, bytes: changed }, ...beside]);
    }
  });

  test.each(HOSTILE)("has names that do no harm, below %j", (folder) => {
    const placed = files.map(({ name, bytes }) => ({ name: folder + name, bytes }));
    for (const { name } of read(placed).found.runs) expect(name.length).toBeLessThanOrEqual(200);
  });

  test("is previewed as it is imported, twice changes nothing, and refused it stores nothing", async () => {
    const world = makeWorld();
    const empty = tablesOf(world.ctx.db);
    const sent = files.map(({ name, bytes }) => ({ name, bytes }));
    const preview = await bring(world, sent, { commit: false });
    expect(tablesOf(world.ctx.db)).toEqual(empty);
    await expect(bring(world, [{ ...sent[0], bytes: broken.bytes }, ...sent.slice(1)])).rejects.toMatchObject(
      {
        code: "invalid",
      },
    );
    expect(tablesOf(world.ctx.db)).toEqual(empty);
    const done = await bring(world, sent);
    expect({
      ...done,
      committed: false,
      importId: null,
      runs: done.runs.map((run) => ({ ...run, runId: null })),
    }).toEqual(preview);
    const stored = tablesOf(world.ctx.db);
    for (const again of [sent, moved(files)]) {
      const answer = await bring(world, again);
      expect(answer.runs.map(({ outcome }) => outcome)).toEqual(done.runs.map(() => "unchanged"));
    }
    expect(tablesOf(world.ctx.db)).toEqual(stored);
  });
});
