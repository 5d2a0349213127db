import { expect, test } from "vitest";
import { matchKeys, nameStroke, type KeyBinding } from "./match-keys.ts";

const bind = (keys: string): KeyBinding => ({ keys, label: keys, run: () => {} });
const stroke = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}) =>
  nameStroke({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

test("a stroke is named as it is printed, Command like Ctrl", () => {
  expect(stroke("k", { ctrlKey: true })).toBe("Ctrl K");
  expect(stroke("k", { metaKey: true })).toBe("Ctrl K");
  expect(stroke("?")).toBe("?");
  expect(stroke("N")).toBe("n");
  expect(stroke("Escape")).toBe("esc");
  expect(stroke("x", { altKey: true })).toBe("Alt x");
});

test("a single key finds its binding", () => {
  expect(matchKeys([bind("n"), bind("?")], "", "?").binding?.keys).toBe("?");
  expect(matchKeys([bind("n")], "", "m")).toEqual({ binding: null, pending: "" });
});

test("two keys one after the other", () => {
  const bindings = [bind("g r"), bind("r")];
  const first = matchKeys(bindings, "", "g");
  expect(first).toEqual({ binding: null, pending: "g" });
  expect(matchKeys(bindings, first.pending, "r").binding?.keys).toBe("g r");
});

test("a broken sequence starts again with the new key", () => {
  const bindings = [bind("g r"), bind("n")];
  expect(matchKeys(bindings, "g", "n").binding?.keys).toBe("n");
  expect(matchKeys(bindings, "g", "g")).toEqual({ binding: null, pending: "g" });
});

test("the latest binding of a key wins", () => {
  const page = bind("n");
  expect(matchKeys([bind("n"), page], "", "n").binding).toBe(page);
});

test("a key that something else acts on is listed and never taken from it", () => {
  const listed: KeyBinding[] = [
    { ...bind("esc"), run: null },
    { ...bind("g x"), run: null },
  ];
  expect(matchKeys(listed, "", "esc")).toEqual({ binding: null, pending: "" });
  expect(matchKeys(listed, "", "g")).toEqual({ binding: null, pending: "" });
  expect(matchKeys([bind("esc"), ...listed], "", "esc").binding?.run).not.toBeNull();
});
