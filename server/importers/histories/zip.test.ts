import { describe, expect, test } from "vitest";
import { zipOf } from "./testing/zip.ts";
import { readEntry, zipEntries } from "./zip.ts";

const archive = (bytes: Uint8Array) => ({ name: "a.eval", bytes });
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const TWO = zipOf([
  { name: "header.json", bytes: "{}".repeat(500) },
  { name: "../../etc/passwd", bytes: "plain", method: 0 },
]);

describe("a zip archive", () => {
  test("gives its files by name, packed and plain, whatever paths the names look like", () => {
    const file = archive(TWO);
    const entries = zipEntries(file);
    const read = [...entries.values()].map((entry) => textOf(readEntry(file, entry)));
    expect([...entries.keys()]).toEqual(["header.json", "../../etc/passwd"]);
    expect(read).toEqual(["{}".repeat(500), "plain"]);
  });

  test("that is cut anywhere is refused by name", () => {
    for (let length = 0; length < TWO.length; length += 7) {
      const file = archive(TWO.subarray(0, length));
      expect(() => zipEntries(file)).toThrow("a.eval");
    }
  });

  test("whose bytes are others than were packed is refused", () => {
    const bytes = Buffer.from(TWO);
    bytes[TWO.indexOf("plain")] ^= 1;
    const file = archive(bytes);
    const entry = zipEntries(file).get("../../etc/passwd");
    expect(() => entry && readEntry(file, entry)).toThrow("damaged");
  });

  test("that says less than it unpacks into never unpacks more than it says", () => {
    const file = archive(zipOf([{ name: "bomb", bytes: "0".repeat(5_000_000), size: 100 }]));
    const entry = zipEntries(file).get("bomb");
    expect(() => entry && readEntry(file, entry)).toThrow("damaged");
  });

  test.each([
    [{ name: "large", bytes: "x", size: 65 * 1024 * 1024 }, "at most"],
    [{ name: "secret", bytes: "x", flags: 1 }, "encrypted"],
  ])("is refused before anything is unpacked: %o", (packed, why) => {
    expect(() => zipEntries(archive(zipOf([packed])))).toThrow(why);
  });

  test("of a method that is not read is refused when that file is asked for", () => {
    const file = archive(zipOf([{ name: "odd", bytes: "x", method: 14 }]));
    const entry = zipEntries(file).get("odd");
    expect(() => entry && readEntry(file, entry)).toThrow("method");
  });

  test("of many files that point at the same bytes is refused for what all of them would unpack into", () => {
    const size = 64 * 1024 * 1024;
    const files = Array.from({ length: 65 }, (_, i) => ({ name: `f${i}`, bytes: "x", size }));
    expect(() => zipEntries(archive(zipOf(files)))).toThrow("unpacks into");
  });
});
