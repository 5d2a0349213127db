import { expect, test } from "vitest";
import { UNRECORDED, writeDecoding } from "./decoding.ts";

test("the best of several samples says of how many, by what, and by which model", () => {
  expect(writeDecoding({ decoding: "greedy" })).toBe("greedy");
  expect(writeDecoding({ decoding: "sampled" })).toBe("sampled");
  expect(writeDecoding({ decoding: "sampled", observation: UNRECORDED })).toBe("decoding not on record");
  const logged = { temperature: "0.6", n: "4" };
  expect(writeDecoding({ decoding: "sampled", observation: UNRECORDED, logged })).toBe(
    "temperature 0.6, n 4",
  );
  const rerank = { samples: 8, use: "difference", prm: "1a2b3c4d5e6f" };
  expect(writeDecoding({ decoding: "sampled", rerank })).toBe(
    "best of 8 by the last less first score of PRM 1a2b3c4d",
  );
  expect(writeDecoding({ decoding: "sampled", rerank: { ...rerank, use: "sum" } })).toBe(
    "best of 8 by the sum of the scores of PRM 1a2b3c4d",
  );
});
