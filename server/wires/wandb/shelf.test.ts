import { expect, test } from "vitest";
import { Shelf } from "./shelf.ts";

test("an artifact of more versions than are remembered goes on counting them, and finds the newest", () => {
  const shelf = new Shelf();
  const place = { project: "p", name: "model" };
  for (let i = 0; i < 2003; i++) shelf.add("token", place, `id-${i}`, null);
  expect(shelf.versionOf("token", place, "id-2002")).toBe(2002);
  expect(shelf.named("token", { project: "p", name: "model:v2002" })).toBe("id-2002");
  expect(shelf.named("token", { project: "p", name: "model:latest" })).toBe("id-2002");
  expect(shelf.named("token", { project: "p", name: "model:v3" })).toBe("id-3");
  expect(shelf.named("token", { project: "p", name: "model:v2" })).toBeNull();
  expect(shelf.named("other", { project: "p", name: "model" })).toBeNull();
});
