import { expect, test } from "vitest";
import { launch, joinWorker, makeWorld, startNext } from "../../server/services/testing.ts";
import { updateAttempt } from "./attempts.ts";
import { ingestAttempts } from "./ingest-attempts.ts";

function underWay() {
  const world = makeWorld();
  launch(world);
  const attempt = startNext(world, joinWorker(world));
  const { db } = world.ctx;
  return { db, id: attempt.attemptId, attempt, attempts: ingestAttempts(db) };
}

/** Runs something in a transaction that is undone. */
function undone(db: ReturnType<typeof underWay>["db"], work: () => void): void {
  expect(() =>
    db.$client.transaction(() => {
      work();
      throw new Error("undone");
    })(),
  ).toThrow("undone");
}

test("an attempt is looked up once, by id or by token, until something of it changes", () => {
  const { db, id, attempts } = underWay();
  const first = attempts.byId(id);
  expect(first).toMatchObject({ id, state: "running" });
  expect(attempts.byId(id)).toBe(first);
  expect(attempts.byTokenHash(first?.tokenHash ?? "")).toBe(first);
  updateAttempt(db, id, { lastSeenAt: 5, lastSeq: 9 });
  expect(attempts.byId(id)).toBe(first);
  expect(ingestAttempts(db)).toBe(attempts);
});

test("a change of state or token is seen at once, however it is written", () => {
  const { db, id, attempt, attempts } = underWay();
  const old = attempts.byId(id)?.tokenHash ?? "";
  updateAttempt(db, id, { tokenHash: "new" });
  expect(attempts.byTokenHash(old)).toBeUndefined();
  expect(attempts.byTokenHash("new")?.id).toBe(id);
  db.$client.exec("update attempts set state = 'unreachable'; update runs set state = 'unreachable'");
  expect(attempts.byId(id)?.state).toBe("unreachable");
  attempt.finish();
  expect(attempts.byId(id)?.state).toBe("finished");
  expect(attempts.byTokenHash("new")?.state).toBe("finished");
});

test("what a transaction saw is forgotten with it, and seen inside it", () => {
  const { db, id, attempts } = underWay();
  const before = attempts.byId(id);
  undone(db, () => {
    updateAttempt(db, id, { tokenHash: "never", state: "unreachable" });
    expect(attempts.byId(id)?.state).toBe("unreachable");
    expect(attempts.byTokenHash("never")?.id).toBe(id);
    expect(attempts.byTokenHash(before?.tokenHash ?? "")).toBeUndefined();
  });
  expect(attempts.byId(id)).toEqual(before);
  expect(attempts.byTokenHash("never")).toBeUndefined();
});

test("a deleted attempt is not found, and one that never was is asked for each time", () => {
  const { db, id, attempts } = underWay();
  const hash = attempts.byId(id)?.tokenHash ?? "";
  db.$client.pragma("foreign_keys = OFF");
  db.$client.prepare("delete from attempts where id = ?").run(id);
  expect(attempts.byId(id)).toBeUndefined();
  expect(attempts.byTokenHash(hash)).toBeUndefined();
});
