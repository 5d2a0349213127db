import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { BoundedStore, bytesHeld } from "./bounded-store.ts";

describe("what a value holds", () => {
  test("is the buffer behind a part of it", () => {
    const body = Buffer.alloc(1_000_000);
    expect(bytesHeld(body.subarray(0, 1))).toBeGreaterThanOrEqual(1_000_000);
    expect(bytesHeld(Uint8Array.from(body.subarray(0, 1)))).toBeLessThan(200);
  });

  test("is two bytes for each character, also inside lists, maps and objects", () => {
    const text = "x".repeat(1000);
    for (const value of [text, [text], { text }, new Map([[text, 1]]), new Set([text]), [{ a: [text] }]])
      expect(bytesHeld(value)).toBeGreaterThanOrEqual(2000);
  });
});

describe("a bounded store", () => {
  test("answers to nobody what is another's", () => {
    const store = new BoundedStore<string>({ bytes: 10_000 });
    store.set("a", "key", "of a");
    expect([store.get("a", "key"), store.get("b", "key")]).toEqual(["of a", undefined]);
  });

  test("forgets the longest unused of who has too much, and nothing of others", () => {
    const store = new BoundedStore<string>({ bytes: 100_000, bytesOfOwner: 5000 });
    store.set("quiet", "k", "v");
    for (let i = 0; i < 100; i++) {
      store.set("loud", `k${i}`, "x".repeat(500));
      store.get("loud", "k0");
    }
    expect([store.get("quiet", "k"), store.get("loud", "k1"), store.get("loud", "k99")?.length]).toEqual([
      "v",
      undefined,
      500,
    ]);
    expect(store.get("loud", "k0")).toBeDefined();
  });

  test("does not keep what it has no room for, nor what was there under its key", () => {
    const store = new BoundedStore<string>({ bytes: 1000 });
    store.set("a", "k", "small");
    expect([store.set("a", "k", "x".repeat(1000)), store.get("a", "k"), store.bytes]).toEqual([
      false,
      undefined,
      0,
    ]);
  });

  test("forgets what nobody used for so long", () => {
    let at = 0;
    const store = new BoundedStore<string>({ bytes: 10_000, lives: 100 }, () => at);
    store.set("a", "k", "v");
    store.set("b", "k", "v");
    at = 60;
    store.get("a", "k");
    at = 120;
    expect(store.get("a", "k")).toBe("v");
    at = 230;
    store.set("c", "k", "v");
    expect(store.get("a", "k")).toBe(undefined);
    expect(store.bytes).toBeLessThan(200);
  });

  test("never holds more than its limits, and counts back to nothing", () => {
    const step = record({
      owner: constantFrom("a", "b", "c"),
      key: constantFrom("k", "l", "m", "n"),
      size: nat(900),
    });
    assert(
      property(array(step), (steps) => {
        const store = new BoundedStore<string>({ bytes: 3000, bytesOfOwner: 2000 });
        for (const { owner, key, size } of steps) {
          store.set(owner, key, "x".repeat(size));
          expect(store.bytes).toBeLessThanOrEqual(3000);
        }
        for (const { owner, key } of steps) store.delete(owner, key);
        expect(store.bytes).toBe(0);
      }),
    );
  });
});
