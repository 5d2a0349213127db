import { expect, test } from "vitest";
import { world } from "./testing.ts";

const VALUES = {
  packed: { _type: "histogram", values: [1, 2], packedBins: { min: 0, size: 0.5, count: 2 } },
  bins: { _type: "histogram", values: [3], bins: [0, 4] },
  image: { _type: "image-file", path: "media/images/a.png", caption: "one" },
  images: { _type: "images/separated", filenames: ["b.png", "c.png"], captions: ["x", "y"], count: 2 },
  sound: { _type: "audio", audio: [{ path: "d.wav", caption: "beep" }] },
  page: { _type: "html-file", path: "e.html" },
  films: { _type: "videos", videos: [{ path: "f.mp4" }], captions: ["film"] },
  figure: { _type: "plotly-file", path: "g.plotly.json" },
  table: { _type: "table-file", path: "h.table.json", nrows: 2 },
  grows: { _type: "incremental-table-file", path: "i.table.json" },
  shape: { _type: "object3D-file", path: "j.glb" },
};

test("what a client logs beside numbers is a medium by key and step, and no notice", () => {
  const it = world();
  it.begin();
  it.stream({
    "wandb-history.jsonl": { offset: 0, content: [JSON.stringify({ ...VALUES, loss: 1, _step: 7 })] },
  });
  const { media, files } = it.run();
  expect(media.map(({ kind, key, place, path, caption }) => [kind, key, place, path, caption])).toEqual([
    ["histogram", "packed", 0, null, null],
    ["histogram", "bins", 0, null, null],
    ["image", "image", 0, "media/images/a.png", "one"],
    ["image", "images", 0, "b.png", "x"],
    ["image", "images", 1, "c.png", "y"],
    ["audio", "sound", 0, "d.wav", "beep"],
    ["html", "page", 0, "e.html", null],
    ["video", "films", 0, "f.mp4", "film"],
    ["plotly", "figure", 0, "g.plotly.json", null],
    ["table", "table", 0, "h.table.json", null],
    ["increment", "grows", 0, "i.table.json", null],
    ["file", "shape", 0, "j.glb", null],
  ]);
  expect(media.map(({ step }) => step)).toEqual(media.map(() => 7));
  expect(media.slice(0, 2).map(({ histogram }) => histogram)).toEqual([
    { edges: [0, 0.5, 1], counts: [1, 2] },
    { edges: [0, 4], counts: [3] },
  ]);
  expect([it.said(), files.size]).toEqual([[], 0]);
});

test("media stand at the train step that their row or one before it names", () => {
  const it = world();
  it.begin();
  const image = VALUES.image;
  const rows = [
    { image, _step: 0 },
    { "train/global_step": 40, loss: 1, image, _step: 1 },
    { image, _step: 2 },
  ];
  it.stream({ "wandb-history.jsonl": { offset: 0, content: rows.map((row) => JSON.stringify(row)) } });
  expect(it.run().media.map(({ step, isOwnStep = false }) => [step, isOwnStep])).toEqual([
    [0, true],
    [40, false],
    [40, false],
  ]);
});

test("a type that is not known is kept as it came, and said", () => {
  const it = world();
  it.begin();
  const content = [JSON.stringify({ later: { _type: "hologram", path: "x" }, _step: 0 })];
  it.stream({ "wandb-history.jsonl": { offset: 0, content } });
  expect(it.run().files.has("logged/main/0.jsonl")).toBe(true);
});
