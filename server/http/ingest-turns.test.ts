import { expect, test } from "vitest";
import { createTurns } from "./ingest-answer.ts";

/** Work by name that goes on until it is ended, and what has begun so far. */
function openTurns(room: number) {
  const inTurn = createTurns(room);
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    ask(owner: string, name: string, needs: number): Promise<string> {
      return inTurn(owner, needs, () => {
        begun.push(name);
        return new Promise((resolve, reject) => {
          ends.set(name, (failure) => (failure ? reject(failure) : resolve(name)));
        });
      });
    },
    async end(name: string, failure?: Error) {
      ends.get(name)?.(failure);
      await settled();
    },
    settled,
  };
}

test("pieces of work run together as far as the room reaches, and one that is too large for it runs alone", async () => {
  const { ask, begun, end, settled } = openTurns(10);
  const told = ["a", "b", "c", "large", "last"].map((name, i) => ask("one", name, [5, 5, 5, 11, 1][i]));
  await settled();
  expect(begun).toEqual(["a", "b"]);
  await end("a");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("c");
  expect(begun).toEqual(["a", "b", "c", "large"]);
  await end("large");
  await end("last");
  expect(await Promise.all(told)).toEqual(["a", "b", "c", "large", "last"]);
});

test("whoever brings many keeps another waiting for one of them, not for all", async () => {
  const { ask, begun, end, settled } = openTurns(1);
  for (const name of ["a1", "a2", "a3", "a4"]) void ask("a", name, 1);
  for (const name of ["b1", "b2"]) void ask("b", name, 1);
  await settled();
  for (const name of ["a1", "a2", "b1", "a3", "b2"]) await end(name);
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2", "a4"]);
});

test("work that fails tells why and gives its room to the next", async () => {
  const { ask, begun, end, settled } = openTurns(1);
  const told = ask("a", "fails", 1).catch((error: Error) => error.message);
  void ask("a", "next", 1);
  await settled();
  await end("fails", new Error("broken"));
  expect(await told).toBe("broken");
  expect(begun).toEqual(["fails", "next"]);
});
