import { expect, test } from "vitest";
import { world } from "./testing.ts";
import { MOST_ASIDES, readRows } from "./read-rows.ts";

test("of values that are no numbers so many are kept of one message, and further ones are counted", () => {
  const row = JSON.stringify(Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`m${i}`, "x"])));
  const read = readRows(Array.from({ length: 7 }, () => row));
  expect(read.asides).toHaveLength(MOST_ASIDES);
  expect(read.leftOut).toBe(13_000);
  expect(readRows([row])).not.toHaveProperty("leftOut");
});

test.each(["joined-table", "partitioned-table", "a type of a later client"])(
  "a %s, which is a part of an artifact, is kept and said to be listed there",
  (type) => {
    const it = world();
    it.begin();
    const value = {
      _type: type,
      artifact_path: `wandb-client-artifact://${"x".repeat(128)}/pairs.joined.json`,
    };
    const row = JSON.stringify({ pairs: value, loss: 1, _step: 0 });
    it.stream({ "wandb-history.jsonl": { offset: 0, content: [row] } });
    const { media, files } = it.run();
    expect(media).toEqual([]);
    expect([...files.keys()]).toEqual(["logged/main/0.jsonl"]);
    expect(it.said()).toEqual([expect.stringContaining('"pairs.joined.json"')]);
  },
);
