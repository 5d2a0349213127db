import { expect, test } from "vitest";
import { inTransaction } from "./connection.ts";
import { remembered } from "./remembered.ts";
import { openTestDb } from "./testing.ts";

/** Words by name in a table of their own, and how often they were read. */
function wordWorld() {
  const db = openTestDb();
  const { $client: client } = db;
  client.exec("create table words (name text primary key, word text not null, other text)");
  client.exec("insert into words values ('a', 'one', null), ('b', 'two', null)");
  let reads = 0;
  const wordOf = remembered<{ word: string }>(
    [
      { table: "words", event: "update of word", key: "name" },
      { table: "words", event: "delete" },
    ],
    ($, key) => {
      reads += 1;
      return $.$client.prepare("select word from words where name = ?").get(key) as { word: string };
    },
  );
  return { db, client, word: (name: string) => wordOf(db, name)?.word, of: wordOf, reads: () => reads };
}

test("what is found is read once until it changes, and only what changed is read anew", () => {
  const { client, word, reads } = wordWorld();
  expect([word("a"), word("b"), word("a"), reads()]).toEqual(["one", "two", "one", 2]);
  client.exec("update words set other = 'x'");
  expect([word("a"), reads()]).toEqual(["one", 2]);
  client.exec("update words set word = 'three' where name = 'a'");
  expect([word("a"), word("b"), reads()]).toEqual(["three", "two", 3]);
  client.exec("delete from words where name = 'b'");
  expect([word("b"), word("a"), reads()]).toEqual([undefined, "three", 5]);
});

test("what is not there is looked for each time", () => {
  const { client, word } = wordWorld();
  expect(word("c")).toBeUndefined();
  client.exec("insert into words values ('c', 'new', null)");
  expect(word("c")).toBe("new");
});

test("a transaction sees its own change, and nothing of one that was undone is remembered", () => {
  const { db, client, word } = wordWorld();
  const change = () => client.exec("update words set word = 'undone' where name = 'a'");
  for (const before of [true, false]) {
    if (before) word("a");
    expect(() =>
      inTransaction(db, () => {
        expect(word("a")).toBe("one");
        change();
        expect(word("a")).toBe("undone");
        throw new Error("undo");
      }),
    ).toThrow("undo");
    expect(word("a")).toBe("one");
  }
  client.exec("savepoint part");
  client.exec("rollback to part; release part");
  inTransaction(db, change);
  expect(word("a")).toBe("undone");
});

test("what a transaction reads before it changes anything is remembered, and so is what the next one reads", () => {
  const { db, client, word, reads } = wordWorld();
  inTransaction(db, () => void word("a"));
  expect([word("a"), reads()]).toEqual(["one", 1]);
  inTransaction(db, () => {
    client.exec("update words set word = 'x' where name = 'b'");
    expect([word("b"), word("b"), reads()]).toEqual(["x", "x", 3]);
  });
  inTransaction(db, () => void word("b"));
  expect([word("b"), reads()]).toEqual(["x", 4]);
});

test("on a connection that only reads nothing is remembered: others write", () => {
  const { client, word } = wordWorld();
  client.pragma("query_only = on");
  expect(word("a")).toBe("one");
  client.pragma("query_only = off");
  client.exec("update words set word = 'of another' where name = 'a'");
  expect(word("a")).toBe("of another");
});

test("whoever tries to change what many are given throws", () => {
  const { db, of } = wordWorld();
  const found = of(db, "a");
  expect(() => Object.assign(found ?? {}, { word: "mine" })).toThrow(TypeError);
});

test("what is looked for first in a change that is undone is watched all the same", () => {
  const { db, client, word } = wordWorld();
  expect(() =>
    inTransaction(db, () => {
      word("a");
      throw new Error("undone");
    }),
  ).toThrow("undone");
  expect(word("a")).toBe("one");
  client.exec("update words set word = 'three' where name = 'a'");
  expect(word("a")).toBe("three");
});
