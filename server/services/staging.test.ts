import { assert, property, record, string, uniqueArray, uuid } from "fast-check";
import { expect, test } from "vitest";
import { createStaging } from "./staging.ts";
import { toBatches } from "../contracts/upload/batches.ts";

/** What the server holds after all batches of an upload. */
function received(files: { name: string; text: string }[]) {
  const staging = createStaging();
  for (const batch of toBatches(files)) staging.add("upload", batch, 1);
  return staging.take("upload");
}

test("a file that is larger than a request arrives whole, characters of two halves too", () => {
  const index = { name: "dataset.json", text: `"${"🙂é".repeat(600_000)}"` };
  const files = [{ name: "a.mps", text: "NAME a" }, index, { name: "b.mps", text: "" }];
  const batches = toBatches(files);
  expect(Math.max(...batches.map((batch) => JSON.stringify(batch).length))).toBeLessThan(1_000_000);
  expect(received(files)).toEqual(files);
});

test("whatever is sent is what is held", () => {
  const file = record({ name: uuid(), text: string({ unit: "binary", maxLength: 2000 }) });
  assert(
    property(uniqueArray(file, { selector: (f) => f.name, minLength: 1 }), (files) => {
      expect(received(files)).toEqual(files);
    }),
  );
});
