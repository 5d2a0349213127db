import { expect, test } from "vitest";
import { bytesHeld } from "../../numbers/bounded-store.ts";
import { readMultipart } from "./read-multipart.ts";
import { Seen, SeenByRun } from "./seen.ts";
import { Uploads } from "./uploads.ts";

const MIB = 1024 * 1024;
const PART = '--x\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nZ\r\n--x--\r\n';
const TYPE = "multipart/form-data; boundary=x";

test("a file of one byte keeps none of the body that it came in", () => {
  const [file] = readMultipart(Buffer.concat([Buffer.from(PART), Buffer.alloc(MIB)]), TYPE) ?? [];
  expect(Buffer.from(file.bytes).toString()).toBe("Z");
  expect(bytesHeld(file)).toBeLessThan(1000);
});

test("a head ends before the next boundary, and too many files are none", () => {
  expect(readMultipart(Buffer.from(`--x\r\nfilename="a"--x\r\n\r\nZ\r\n--x`), TYPE)).toEqual([]);
  expect(readMultipart(Buffer.from(PART.replace("--x--", "--x").repeat(1001)), TYPE)).toBe(null);
  expect(readMultipart(Buffer.from(PART), `multipart/form-data; boundary=${"x".repeat(71)}`)).toEqual([]);
});

test("an upload is of the token that sent it, by its id and by its digest", () => {
  const uploads = new Uploads();
  const place = { project: "p", digest: "d" };
  const id = uploads.hold("a", { name: "f", bytes: Uint8Array.of(1) });
  uploads.nameBlob("a", place, id);
  uploads.nameBlob("b", place, id);
  expect([uploads.find("a", id)?.name, uploads.find("b", id)]).toEqual(["f", null]);
  expect([uploads.takeBlob("a", place)?.name, uploads.takeBlob("b", place)]).toEqual(["f", null]);
});

test("uploads of one token leave room for those of another", () => {
  const uploads = new Uploads();
  const kept = uploads.hold("quiet", { name: "f", bytes: new Uint8Array(MIB) });
  const ids = Array.from({ length: 12 }, () =>
    uploads.hold("loud", { name: "f", bytes: new Uint8Array(20 * MIB) }),
  );
  expect(uploads.find("quiet", kept)).not.toBe(null);
  expect(ids.filter((id) => uploads.find("loud", id) !== null)).toHaveLength(6);
});

test("traces of one group keep their places, however many come, and those of another run are others", () => {
  const seen = new SeenByRun();
  expect([1, 2, 1].map((i) => seen.of("r").placeOfTrace(0, "p", `id${i}`).place)).toEqual([0, 1, 0]);
  expect(seen.of("s").placeOfTrace(0, "p", "id2").place).toBe(0);
  const one = new Seen();
  const places = Array.from({ length: 5000 }, (_, i) => one.placeOfTrace(0, "p", `${i}`));
  expect(new Set(places.map(({ group, place }) => `${group} ${place}`)).size).toBe(5000);
});
