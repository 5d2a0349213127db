import { createSerializer } from "nuqs/server";
import { expect, test } from "vitest";
import { compareLink } from "./compare-link.ts";
import { compareSearch } from "./compare.ts";

const compareHref = createSerializer(compareSearch);

test("a link to a comparison is the address that its page writes", () => {
  const [one, two] = ["run_0000000000000001", "evl_0000000000000002"];
  expect(compareLink([one, two])).toBe(compareHref("/compare", { e: [one, two] }));
  expect(compareLink([one])).toBe(compareHref("/compare", { e: [one], pick: "open" }));
  expect(compareLink([one], "runs")).toBe(compareHref("/compare", { e: [one], show: "runs", pick: "open" }));
});
