import { expect, test } from "vitest";
import { DamagedPoints } from "#db/points/damaged-points.ts";
import { explainStorageError, ServiceError } from "./errors.ts";

const coded = (code: string) => Object.assign(new Error("raw"), { code });

test("what storage fails with becomes a refusal that says what to do", () => {
  const damage = new DamagedPoints(7, "chunk 3", new Error("its bytes are gone"));
  const told = [damage, coded("SQLITE_FULL"), coded("ENOSPC"), coded("SQLITE_READONLY_DBMOVED")].map(
    (error) => explainStorageError(error) as ServiceError,
  );
  expect(told.map(({ name, code }) => [name, code])).toEqual([
    ["ServiceError", "unavailable"],
    ["ServiceError", "full"],
    ["ServiceError", "full"],
    ["ServiceError", "unavailable"],
  ]);
  expect(told[0].message).toBe(
    "Points of series 7 are damaged on disk (chunk 3: its bytes are gone). The others can be read; restore a backup to get these back.",
  );
});

test("what is no fault of storage is passed through", () => {
  for (const error of [new Error("other"), coded("SQLITE_BUSY"), new ServiceError("gap", "g"), "text", null])
    expect(explainStorageError(error)).toBe(error);
});
