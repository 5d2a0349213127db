import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { maskBytes, maskingBytes } from "./mask.ts";
import { maskFile } from "./mask-file.ts";

const STRETCH = 68 * 1024;
const SECRET = "hf_abcdefghijklmnopqrstuvwxyz012345";
/** Text in which nothing is a secret, as long as asked for. */
const plain = (length: number) => "loss 1.25 step\n".repeat(Math.ceil(length / 15)).slice(0, length);

test("a secret is masked wherever it lies to the cuts between stretches", () => {
  fc.assert(
    fc.property(fc.integer({ min: -60, max: 60 }), fc.integer({ min: 1, max: 3 }), (shift, cut) => {
      const at = cut * STRETCH + shift;
      const text = `${plain(at - 9)} API_KEY=${SECRET}\n${plain(4 * STRETCH - at)}`;
      const masked = Buffer.from(maskBytes(Buffer.from(text))).toString();
      expect(masked).toBe(text.replace(SECRET, "*".repeat(SECRET.length)));
    }),
    { numRuns: 60 },
  );
});

test("packed data stays as it is, also where a stretch begins or ends in it", () => {
  const packed = Array.from({ length: 8000 }, (_, i) =>
    createHash("sha256").update(String(i)).digest("base64url").replace(/[-_]/g, "A"),
  );
  const bytes = Buffer.from(packed.join(""));
  expect(maskBytes(bytes) === bytes).toBe(true);
});

test("there is room for others after each 68 KiB", () => {
  const stretches = maskingBytes(Buffer.from("api_key= x\n".repeat(100_000)));
  let count = 0;
  while (stretches.next().done !== true) count += 1;
  expect(count).toBe(Math.ceil(1_100_000 / STRETCH));
});

test("a column of secrets is masked in every stretch of a table, and nothing else of it", () => {
  const row = (i: number, secret: string) => `run ${i},0.5,${secret},"a, b"\n`;
  const rows = (secret: (i: number) => string) =>
    `name,top1,hf_token,note\n${Array.from({ length: 9000 }, (_, i) => row(i, secret(i))).join("")}`;
  const file = Buffer.from(rows((i) => `word${i}`));
  const masked = Buffer.from(maskFile("out/runs.csv", file)).toString();
  expect(file.length).toBeGreaterThan(3 * STRETCH);
  expect(masked).toBe(rows((i) => "*".repeat(`word${i}`.length)));
  const harmless = Buffer.from(rows((i) => `word${i}`).replace("hf_token", "max_tokens"));
  expect(maskFile("runs.tsv", harmless) === harmless).toBe(true);
});
