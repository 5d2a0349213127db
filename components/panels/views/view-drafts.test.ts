import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NO_EDITS } from "#server/contracts/charts/panel-layout.ts";

/** The storage of a browser's tab, as far as it is used. */
function tab(full = false) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem(key: string, value: string) {
      if (full) throw new Error("QuotaExceededError");
      kept.set(key, value);
    },
  };
}

/** The module as a page has it that was just loaded. */
async function load(storage: object | undefined) {
  vi.resetModules();
  vi.stubGlobal("sessionStorage", storage);
  return import("./use-panel-view.ts");
}

const DRAFT = { layout: { ...NO_EDITS, removed: ["a"] }, version: 3 };
let heard = 0;
beforeEach(() => {
  heard = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("edits outlive a reload, for their page and view only, and are gone when they are dropped", async () => {
  const storage = tab();
  const before = await load(storage);
  const key = before.draftKey("runs", "viw_1");
  before.subscribeDrafts(() => heard++);
  before.writeDraft(key, DRAFT);
  const after = await load(storage);
  expect(after.readDraft(key)).toEqual(DRAFT);
  expect(after.readDraft(after.draftKey("runs", null))).toBeNull();
  expect(after.readDraft(after.draftKey("recipe:grpo", "viw_1"))).toBeNull();
  before.writeDraft(key, null);
  expect([heard, storage.kept.size, before.readDraft(key)]).toEqual([2, 0, null]);
});

test("what is read is the same object until it changes", async () => {
  const { readDraft, writeDraft } = await load(tab());
  writeDraft("k", DRAFT);
  expect(readDraft("k")).toBe(readDraft("k"));
});

test("edits stay on the page where the browser keeps nothing, or something else is kept there", async () => {
  for (const storage of [undefined, tab(true)]) {
    const { readDraft, writeDraft } = await load(storage);
    writeDraft("k", DRAFT);
    expect(readDraft("k")).toEqual(DRAFT);
  }
  for (const text of ["{", '{"layout":{"version":2}}', "[]", "null"]) {
    const storage = tab();
    storage.kept.set("k", text);
    expect((await load(storage)).readDraft("k")).toBeNull();
  }
});
