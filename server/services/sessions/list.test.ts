import { expect, test } from "vitest";
import { codeOf, makeWorld } from "../testing.ts";
import { sha256 } from "../hashing.ts";
import { endSessions, listSessions } from "./list.ts";
import { isOpenSession, openSession } from "./open.ts";

test("a browser is logged out by its session, and all others by one press", () => {
  const world = makeWorld();
  const secrets = [0, 1, 2].map(() => openSession(world.ctx).secret);
  const ctx = world.as({ kind: "member", name: "local", session: sha256(secrets[0]) });
  const isOpen = () => secrets.map((secret) => isOpenSession(world.ctx, secret));
  const rows = listSessions(ctx);
  expect(rows.filter(({ own }) => own).map(({ id }) => id)).toEqual([sha256(secrets[0]).slice(0, 12)]);
  // What a page shows of a session opens nothing.
  expect(secrets.some((secret) => JSON.stringify(rows).includes(secret))).toBe(false);
  endSessions(ctx, { id: sha256(secrets[1]).slice(0, 12) });
  expect(isOpen()).toEqual([true, false, true]);
  expect(endSessions(ctx, { id: null })).toEqual({ ended: 1 });
  expect(isOpen()).toEqual([true, false, false]);
  expect(codeOf(() => endSessions(ctx, { id: "0".repeat(12) })).code).toBe("not_found");
  // The command line has no session of its own.
  expect(endSessions(world.as({ kind: "operator", name: "command line" }), { id: null })).toEqual({
    ended: 1,
  });
  expect(isOpen()).toEqual([false, false, false]);
});
