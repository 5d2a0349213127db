import { Buffer } from "node:buffer";
import type { Db } from "#db/client.ts";
import type { ImportInput } from "../../contracts/imports/imports.ts";
import { freshKey, type World } from "../testing.ts";
import { importFiles } from "./import-files.ts";

export interface SentText {
  name: string;
  bytes: Uint8Array | string;
}

/** Sends files as a browser does; answers the id under which they lie. */
export function sendFiles({ ctx, clock }: World, files: readonly SentText[]): string {
  const stagingId = freshKey();
  const sent = files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }));
  ctx.uploads.add(stagingId, sent, clock.now);
  return stagingId;
}

/** Sends files and imports them. */
export const bring = (world: World, files: readonly SentText[], more: Partial<ImportInput> = {}) =>
  importFiles(world.ctx, {
    stagingId: sendFiles(world, files),
    experiment: "holdout",
    commit: true,
    ...more,
  });

/** Rows of every table, by its name. */
export function tablesOf({ $client }: Db): Record<string, unknown> {
  const names = $client
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'ticks'",
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(names.map((name) => [name, $client.prepare(`select * from "${name}"`).all()]));
}
