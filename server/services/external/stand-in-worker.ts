import { upsertWorker } from "#db/queries/workers.ts";
import type { ServiceContext, WriteScope } from "../context.ts";
import { newId } from "../hashing.ts";

/** The worker that attempts of a token name, by its id: it is no process and in no list. */
export function standInWorker(
  ctx: ServiceContext,
  { db }: WriteScope,
  tokenId: string,
  name: string,
): string {
  const id = newId("worker");
  const at = ctx.now();
  upsertWorker(db, {
    id,
    identity: `outside:${tokenId}`,
    name,
    host: "",
    bootId: "",
    pid: 0,
    version: "",
    slots: 0,
    recipes: [],
    tokenHash: "",
    registeredAt: at,
    lastSeenAt: at,
    external: true,
  });
  return id;
}
