import { expect, test } from "vitest";
import { selectTicksAfter } from "#db/queries/ticks.ts";
import type { Tick } from "../contracts/live.ts";
import { commitTogether } from "./commit-together.ts";
import { commit } from "./context.ts";
import { makeWorld } from "./testing.ts";

/** A world with verbs that note a word, and what of it is stored and told. */
function notingWorld() {
  const world = makeWorld();
  const { db } = world.ctx;
  db.$client.exec("create table noted (word text not null)");
  const add = db.$client.prepare("insert into noted (word) values (?)");
  const told: Tick[] = [];
  world.ctx.live.subscribe((tick) => told.push(tick));
  const forgotten: string[] = [];
  const note = (word: string, fails = false) =>
    commit(world.ctx, (scope) => {
      add.run(word);
      scope.touch(`word:${word}`);
      scope.advance("run_1", word.length);
      scope.ifUndone(() => forgotten.push(word));
      if (fails) throw new Error(`no ${word}`);
      return word;
    });
  const stored = () => db.$client.prepare("select word from noted").pluck().all();
  return { ...world, note, stored, told, forgotten };
}

test("pieces of work are one commit with one tick, told after it", () => {
  const { ctx, note, stored, told } = notingWorld();
  const outcomes = commitTogether(ctx, [
    () => note("a"),
    () => {
      note("bb");
      note("c");
      return told.length;
    },
  ]);
  expect(outcomes).toEqual([{ value: "a" }, { value: 0 }]);
  expect(stored()).toEqual(["a", "bb", "c"]);
  expect(told.map(({ topics, advanced }) => [topics, advanced])).toEqual([
    [["word:a", "word:bb", "word:c"], { run_1: 2 }],
  ]);
  expect(selectTicksAfter(ctx.db, 0, 10)).toEqual(told);
});

test("a piece that throws is undone with all its verbs, and harms no other", () => {
  const { ctx, note, stored, forgotten } = notingWorld();
  const outcomes = commitTogether(ctx, [
    () => note("a"),
    () => {
      note("b");
      note("c", true);
    },
    () => {
      expect(() => note("d", true)).toThrow("no d");
      return note("e");
    },
  ]);
  expect(outcomes).toEqual([{ value: "a" }, { error: new Error("no c") }, { value: "e" }]);
  expect(stored()).toEqual(["a", "e"]);
  expect(forgotten.toSorted()).toEqual(["b", "c", "d"]);
});

test("where the commit fails nothing is stored or told, and all of it is forgotten", () => {
  const { ctx, note, stored, told, forgotten } = notingWorld();
  // What an error of the disk does: everything is undone, savepoints included.
  const lose = () => {
    note("b");
    ctx.db.$client.exec("rollback");
    throw new Error("the disk is full");
  };
  expect(() => commitTogether(ctx, [() => note("a"), lose, () => note("c")])).toThrow("the disk is full");
  expect([stored(), told, forgotten.toSorted()]).toEqual([[], [], ["a", "b"]]);
  note("d");
  expect(stored()).toEqual(["d"]);
});

test("pieces are done for as long as there is time, and one at least", () => {
  const { ctx, note, stored } = notingWorld();
  const pieces = ["a", "b", "c"].map((word) => () => note(word));
  expect(commitTogether(ctx, pieces, () => false)).toHaveLength(1);
  expect(stored()).toEqual(["a"]);
});

test("of work that answers a promise the commit holds what came before its first pause", async () => {
  const { ctx, note, stored } = notingWorld();
  const [outcome] = commitTogether(ctx, [
    async () => {
      note("a");
      await Promise.resolve();
      return note("b");
    },
  ]);
  expect(stored()).toEqual(["a"]);
  expect("value" in outcome && (await outcome.value)).toBe("b");
  expect(stored()).toEqual(["a", "b"]);
});
