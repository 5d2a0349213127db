import { rmSync } from "node:fs";
import { afterAll, expect, test, vi } from "vitest";
import { inTransaction, isUnwritable } from "./connection.ts";
import { pointStore } from "./points/open-point-store.ts";
import { batchOf, TestFiles } from "./points/testing.ts";

const files = new TestFiles();
afterAll(() => files.remove());

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

test("a database that was removed from under its server cannot be written by anybody, whatever is written", () => {
  const { db, path } = files.fresh();
  rmSync(path);
  const error = thrownBy(() =>
    inTransaction(db, () => db.$client.exec("delete from attempts where id = 'att_9'")),
  );
  expect(error).toMatchObject({ code: "DATABASE_GONE" });
  expect(isUnwritable(error)).toBe(true);
});

test("points that were in place are still read where the database was removed, and that the last ones are missing is said", () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { db, path } = files.fresh();
  const store = pointStore(db);
  const send = (x: number) => store.append([batchOf([{ x, value: x, at: 0 }])]);
  send(1);
  expect(store.lasts(["att_1"], null, "step")).toMatchObject([{ lastX: 1 }]);
  send(2);
  rmSync(path);
  expect(store.lasts(["att_1"], null, "step")).toMatchObject([{ lastX: 1 }]);
  expect(store.settle(null)).toBe(false);
  expect(said.mock.calls[0][0]).toMatch(/last points are not shown/);
  said.mockRestore();
});

test("a database that is only read cannot be written, and a broken rule of a table says nothing about it", () => {
  const { db } = files.fresh();
  const twice = () => db.$client.exec("insert into projects (id, name, created_at) values ('prj_1', 'p', 0)");
  expect(isUnwritable(thrownBy(twice))).toBe(false);
  db.$client.pragma("query_only = ON");
  expect(isUnwritable(thrownBy(() => db.$client.exec("delete from attempts where id = 'att_9'")))).toBe(true);
  expect(isUnwritable(new Error("DATABASE_GONE"))).toBe(false);
});
