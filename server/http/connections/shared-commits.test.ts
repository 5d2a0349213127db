import { describe, expect, test } from "vitest";
import { commit } from "../../services/context.ts";
import { makeWorld } from "../../services/testing.ts";
import { createSharedCommits } from "./shared-commits.ts";

function sharing(mostWaiting = 10, waitMs?: number) {
  const { ctx } = makeWorld();
  let at = 0;
  const commits = createSharedCommits(ctx, mostWaiting, () => at, waitMs);
  const told: string[][] = [];
  ctx.live.subscribe(({ topics }) => told.push(topics));
  /** Work that takes so long, in ms. */
  const work =
    (word: string, ms = 1) =>
    () => {
      at += ms;
      return commit(ctx, ({ touch }) => {
        touch(word);
        return word;
      });
    };
  const pass = (ms: number) => void (at += ms);
  return { ctx, commits, told, work, pass };
}

test("what waits at one moment is one commit, in order of arrival", async () => {
  const { commits, told, work } = sharing();
  const all = await Promise.all(["a", "b", "c"].map((word, i) => commits.join(`owner ${i % 2}`, work(word))));
  expect([all, told]).toEqual([["a", "b", "c"], [["a", "b", "c"]]]);
});

test("long work is not put on top of other: the rest is the next commit", async () => {
  const { commits, told, work } = sharing();
  await Promise.all([
    commits.join("a", work("long", 500)),
    commits.join("a", work("next")),
    commits.join("b", work("other")),
  ]);
  expect(told).toEqual([["long"], ["next", "other"]]);
});

test("nothing is resolved before its commit, and whoever wants it at once gets all that waits", async () => {
  const { ctx, commits, told, work } = sharing();
  const before: boolean[] = [];
  const first = commits.join("a", () => {
    const word = work("a", 100)();
    before.push(ctx.db.$client.inTransaction);
    return word;
  });
  const second = commits.join("a", work("b"));
  commits.flush();
  expect([told, before]).toEqual([[["a"], ["b"]], [true]]);
  expect(await Promise.all([first, second])).toEqual(["a", "b"]);
});

test("a failure is told to whom it concerns, and the failure of a commit to all of it", async () => {
  const { ctx, commits, work } = sharing();
  const alone = commits.join("a", () => {
    throw new Error("a fault in the code");
  });
  const beside = commits.join("a", work("b"));
  await expect(alone).rejects.toThrow("a fault in the code");
  expect(await beside).toBe("b");
  ctx.db.$client.pragma("query_only = on");
  const all = ["c", "d"].map((word) => commits.join("a", work(word)));
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  ctx.db.$client.pragma("query_only = off");
  expect(await commits.join("a", work("e"))).toBe("e");
});

test("more of one owner than may wait is refused, and another's is taken", async () => {
  const { commits, work } = sharing(2);
  const taken = ["a", "b"].map((word) => commits.join("loud", work(word)));
  await expect(commits.join("loud", work("c"))).rejects.toMatchObject({ name: "TooBusy" });
  expect(await commits.join("quiet", work("d"))).toBe("d");
  expect(await Promise.all(taken)).toEqual(["a", "b"]);
});

describe("whoever can wait", () => {
  const sender = () => ({ destroyed: false });
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test("waits for those who sent lately, until all of them are there or somebody comes who cannot", async () => {
    // Longer than the test may take: it is not the timer that ends the waiting.
    const { commits, told, work } = sharing(10, 3_600_000);
    const [a, b] = [sender(), sender()];
    await commits.join("o", work("alone"), a);
    const second = commits.join("o", work("second"), b);
    await turn();
    await Promise.all([second, commits.join("o", work("third"), a)]);
    const fourth = commits.join("o", work("fourth"), a);
    await turn();
    await Promise.all([fourth, commits.join("o", work("now"))]);
    expect(told).toEqual([["alone"], ["second", "third"], ["fourth", "now"]]);
  });

  test("waits for nobody who has gone, or has been quiet", async () => {
    const { commits, told, work, pass } = sharing(10, 3_600_000);
    const [gone, quiet, here] = [sender(), sender(), sender()];
    await commits.join("o", work("gone"), gone);
    gone.destroyed = true;
    await commits.join("o", work("quiet"), quiet);
    pass(5000);
    await commits.join("o", work("here"), here);
    expect(told).toEqual([["gone"], ["quiet"], ["here"]]);
  });

  test("is done with after a moment where nobody comes", async () => {
    const { commits, work } = sharing(10, 1);
    await commits.join("o", work("first"), sender());
    expect(await commits.join("o", work("second"), sender())).toBe("second");
  });
});
