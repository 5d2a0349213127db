import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fewerBins, type LoggedMedium } from "../../contracts/external/media.ts";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { deleteRunRows } from "#db/queries/deletion/delete-run.ts";
import { externalWorld } from "../external/testing.ts";
import { rollout } from "../rollouts/testing.ts";
import { getRun } from "../runs/get.ts";
import { histogramHeat, mediaAt, mediaOverview } from "./at.ts";
import { sharesOf } from "./heat.ts";
import { openPreview } from "./preview.ts";
import { mediaTable } from "./table.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0", "latin1");

function logging() {
  const { world, verbs, open } = externalWorld();
  const { runId } = open();
  const medium = (more: Partial<LoggedMedium>): LoggedMedium => ({
    kind: "image",
    key: "sample",
    step: 0,
    at: 1_800_000_000_000,
    place: 0,
    path: "media/a.png",
    caption: null,
    histogram: null,
    ...more,
  });
  const keep = (...media: Partial<LoggedMedium>[]) => verbs.keepMedia(runId, media.map(medium), "w1");
  const histogram = (step: number, edges: number[], counts: number[], key = "rewards") =>
    keep({ kind: "histogram", key, step, path: null, histogram: { edges, counts } });
  const put = (path: string, bytes: Uint8Array | string) =>
    verbs.keepFile(runId, { path, type: null, bytes: Buffer.from(bytes) });
  const notes = () => getRun(world.ctx, runId).notes.map(({ message }) => message);
  const at = (step: number, key = "sample", kind: LoggedMedium["kind"] = "image") =>
    mediaAt(world.ctx, { runId, key, kind, step });
  return { world, verbs, runId, keep, histogram, put, notes, at };
}

test("a figure nested deeper than any is a file alone, and the page around it is still told", async () => {
  const { keep, put, at } = logging();
  const deep = (levels: number) =>
    `{"data":${"[".repeat(levels)}"[[[${"[".repeat(50)}"${"]".repeat(levels)}}`;
  await put("media/deep.plotly.json", deep(100_000));
  await put("media/flat.plotly.json", deep(8));
  await put("media/open.plotly.json", `{"data":["${'\\\\"'.repeat(100_000)}`);
  for (const [place, name] of ["deep", "flat", "open"].entries())
    keep({ kind: "plotly", key: "f", place, path: `media/${name}.plotly.json` });
  const figures = at(0, "f", "plotly").media.map(({ figure }) => figure);
  expect(figures.map((figure) => figure !== null)).toEqual([false, true, false]);
  expect(JSON.stringify(figures).length).toBeLessThan(100);
});

describe("media of a run", () => {
  test("stand by key and step, each once however often it is sent, and add nothing to its notes", async () => {
    const { world, runId, keep, put, at, notes } = logging();
    await put("media/a.png", PNG);
    for (let again = 0; again < 2; again++)
      keep({ step: 0 }, { step: 20, path: "media/b.png" }, { step: 20, place: 1, path: "media/c.png" });
    expect(mediaOverview(world.ctx, runId)).toEqual({
      keys: [{ kind: "image", key: "sample", n: 3, first: 0, last: 20 }],
      steps: [0, 20],
    });
    expect([at(-1).step, at(0).step, at(19).step, at(20).step, at(99).step]).toEqual([0, 0, 0, 20, 20]);
    expect(at(0).media).toMatchObject([{ preview: "image", missing: null }]);
    expect(at(20).media.map(({ missing }) => missing !== null)).toEqual([true, true]);
    expect(getRun(world.ctx, runId).logged.mediaKeys).toBe(1);
    expect(notes()).toEqual([]);
    deleteRunRows(world.ctx.db, runId, 0);
    expect(mediaOverview(world.ctx, runId).keys).toEqual([]);
  });

  test("that say no train step stand at the last one that their writer said", () => {
    const { world, verbs, runId, keep } = logging();
    const values = { "train/global_step": 40, loss: 1 };
    const table = tableOfRows([{ step: 3, at: null, values }]);
    keep({ step: 2, isOwnStep: true, path: "media/early.png" });
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table });
    keep({ step: 4, isOwnStep: true, path: "media/late.png" });
    expect(mediaOverview(world.ctx, runId).steps).toEqual([2, 40]);
  });

  test("are shown by what they hold, not by what they are called", async () => {
    const { world, keep, put, at } = logging();
    const files: [string, Uint8Array | string, string | null][] = [
      ["media/a.png", "<script>alert(1)</script>", null],
      ["media/b.html", "<script>alert(1)</script>", "html"],
      ["media/c.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "image"],
      ["media/d.bin", PNG, "image"],
      ["media/e.plotly.json", '{"data":[],"layout":{}}', "plotly"],
      ["media/f.exe", "MZ", null],
    ];
    for (const [path, bytes] of files) await put(path, bytes);
    keep(...files.map(([path]) => ({ path })));
    const shown = at(0).media;
    expect(shown.map(({ preview }) => preview)).toEqual(files.map(([, , preview]) => preview));
    expect(shown.map(({ fileId }) => openPreview(world.ctx, fileId ?? 0)?.type ?? null)).toEqual([
      null,
      "text/html; charset=utf-8",
      "image/svg+xml",
      "image/png",
      "application/json",
      null,
    ]);
  });

  test("beyond what a run keeps are left out in one sentence", () => {
    const { world, runId, keep, notes } = logging();
    keep(...Array.from({ length: 20_001 }, (_, n) => ({ step: n, path: `media/${n}.png` })));
    keep({ step: 30_000, path: "media/more.png" });
    expect(mediaOverview(world.ctx, runId).keys[0].n).toBe(20_000);
    expect(notes()).toHaveLength(1);
  });
});

describe("histograms over steps", () => {
  test("with an edge that is no number are refused in one sentence, and nothing else is lost", () => {
    const { world, runId, histogram, notes, at } = logging();
    histogram(0, [0, 1, 2], [1, 3]);
    histogram(1, [0, Number.NaN, 2], [1, 3]);
    histogram(2, [0, 1, 2], [1, Number.NaN]);
    histogram(3, [0, 2, 1], [1, 3]);
    histogram(4, [0, 1], [1, 3]);
    histogram(5, [0, 1, 2], [2, 2]);
    expect(histogramHeat(world.ctx, { runId, key: "rewards" }).steps).toEqual([0, 5]);
    expect(at(5, "rewards", "histogram").media[0].histogram).toEqual({ edges: [0, 1, 2], counts: [2, 2] });
    expect(notes()).toHaveLength(1);
  });

  test("are told on one scale, many of them every so many-th with the last", () => {
    const { world, runId, histogram } = logging();
    for (let step = 0; step < 400; step++) histogram(step, [step, step + 1], [5]);
    const { steps, low, high, shares, n } = histogramHeat(world.ctx, { runId, key: "rewards" });
    expect([low, high, n, steps.length, steps[0], steps.at(-1)]).toEqual([0, 400, 400, 160, 0, 399]);
    for (const column of shares) expect(column.reduce((a, b) => a + b)).toBeCloseTo(1, 2);
  });

  test("give their whole mass to the rows of a heat map, whatever their bins", () => {
    const edges = fc
      .array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 2, maxLength: 20 })
      .map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(edges, fc.array(fc.nat(1000), { minLength: 19, maxLength: 19 }), (ends, all) => {
        const counts = all.slice(0, ends.length - 1);
        const [low, high] = [ends[0], ends[ends.length - 1]];
        fc.pre(low < high && counts.some((n) => n > 0));
        const sum = sharesOf({ edges: ends, counts }, { low, high }, 48).reduce((a, b) => a + b);
        expect(sum).toBeCloseTo(1, 6);
        const fewer = fewerBins({ edges: ends, counts }, 5);
        expect(fewer.counts.length).toBeLessThanOrEqual(5);
        expect([fewer.edges[0], fewer.edges.at(-1)]).toEqual([low, high]);
        expect(fewer.counts.reduce((a, b) => a + b)).toBe(counts.reduce((a, b) => a + b));
      }),
    );
  });
});

describe("a table that was logged", () => {
  const rows = Array.from({ length: 120 }, (_, i) => [`prompt ${i}`, (i * 7) % 120, i % 2 === 0, null]);
  const tableOf = (data: unknown[], columns = ["prompt", "score", "ok", "wandb_api_key"]) =>
    JSON.stringify({ columns, data, ncols: columns.length });

  async function logged(text = tableOf(rows)) {
    const it = logging();
    await it.put("media/t.table.json", text);
    it.keep({ kind: "table", key: "scores", path: "media/t.table.json" });
    const { id } = it.at(0, "scores", "table").media[0];
    return { ...it, ask: (more: object = {}) => mediaTable(it.world.ctx, { id, ...more }) };
  }

  test("is read page by page, sorted, filtered and searched", async () => {
    const { ask } = await logged();
    expect(await ask({ page: 2 })).toMatchObject({ total: 120, matching: 120, page: 2, pages: 5 });
    expect((await ask({ page: 9 })).rows).toHaveLength(20);
    const sorted = await ask({ sort: { column: 1, down: true } });
    expect(sorted.rows.slice(0, 3).map((cells) => cells[1])).toEqual([119, 118, 117]);
    const found = await ask({ search: "PROMPT 11" });
    expect(found.rows.map(([prompt]) => prompt)).toEqual([
      "prompt 11",
      ...Array.from({ length: 10 }, (_, i) => `prompt ${110 + i}`),
    ]);
    expect(await ask({ where: { column: 1, is: ">=", value: "118" } })).toMatchObject({ matching: 2 });
    expect(await ask({ where: { column: 2, is: "=", value: "true" } })).toMatchObject({ matching: 60 });
  });

  test("of a million rows is told of in pages, and of more the first million in words", async () => {
    const { ask } = await logged(`{"columns":["n"],"data":[${"[1],".repeat(1_000_000)}[2]],"ncols":1}`);
    const { total, pages, note, rows: shown } = await ask({ page: 39_999 });
    expect([total, pages, shown.length]).toEqual([1_000_000, 40_000, 25]);
    expect(note).not.toBeNull();
  });

  test("has no secret in its cells, by its form or by what its column is called", async () => {
    const key = `abl_in_${"A1b2C3d4".repeat(4)}x`;
    const { ask } = await logged(tableOf([[`use ${key}`, 1, true, "hunter2-hunter2-hunter2"]]));
    const [cells] = (await ask()).rows;
    expect(JSON.stringify(cells)).not.toContain("A1b2C3d4");
    expect(JSON.stringify(cells)).not.toContain("hunter2");
  });

  test("that grows is shown up to its step", async () => {
    const it = logging();
    for (const step of [0, 1, 2]) {
      await it.put(`media/${step}.table.json`, tableOf([[`row ${step}`, step, true, null]]));
      it.keep({ kind: "increment", key: "log", step, path: `media/${step}.table.json` });
    }
    const [{ id }] = it.at(1, "log", "increment").media;
    expect((await mediaTable(it.world.ctx, { id })).rows.map(([text]) => text)).toEqual(["row 0", "row 1"]);
  });

  test("has a word for a cell that is nested too deep, and none for what a row does not have", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const { ask } = await logged(`{"columns":["a","constructor"],"data":[[1,${deep}],{"a":2}]}`);
    const { rows: shown } = await ask();
    expect(shown.map(([first]) => first)).toEqual([1, 2]);
    expect([typeof shown[0][1], shown[1][1]]).toEqual(["string", null]);
    expect(JSON.stringify(shown).length).toBeLessThan(100);
  });

  test("reads words of Python and odd texts as they are, and is refused where it is damaged", async () => {
    const odd = 'a "quoted" \\ NaN ] } , text';
    const { ask } = await logged(
      `{"columns":["a","b"],"data":[[NaN,${JSON.stringify(odd)}],[-Infinity,{"x":[1]}]]}`,
    );
    expect((await ask()).rows).toEqual([
      ["NaN", odd],
      ["-Infinity", '{"x":[1]}'],
    ]);
    const damaged = await logged('{"columns":["a"],"data":[[1],');
    await expect(damaged.ask()).rejects.toThrow("cannot be shown");
  });
});

test("a table of completions without a file leads to Groups, another one says that its file has not come", () => {
  const { verbs, runId, keep, at } = logging();
  verbs.keepRollouts(runId, [rollout({ step: 3 })]);
  for (const kind of ["table", "increment"] as const) {
    keep(
      { kind, key: kind, step: 3, path: "media/t.table.json" },
      { kind, key: kind, step: 4, path: "media/u.json" },
    );
    expect(at(3, kind, kind).media).toMatchObject([{ fileId: null, inGroups: true }]);
    expect(at(4, kind, kind).media[0]).not.toHaveProperty("inGroups");
    expect(at(4, kind, kind).media[0].missing).toContain("has not come");
  }
});
