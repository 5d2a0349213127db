import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { ExternalPlace } from "../../contracts/external/verbs.ts";
import { placeName } from "../../foreign/foreign-values.ts";

/** The entity every client is told to be in: here a project is opened by its token. */
export const ENTITY = "ablab";
const SESSION = new RegExp(`^${ENTITY}-s?[0-9a-f]{6}$`);
/** The mark of those that send a folder afterwards. */
const FOLDER = `${ENTITY}-s`;

/** The writer of a run's first process, which has no name. */
const FIRST = "main";

/** An entity for one more process of a run that is there. The client puts it into each of its addresses, so it says who writes. */
export const newSession = (): string => `${ENTITY}-${randomBytes(3).toString("hex")}`;

/** An entity for one that sends a folder, as `wandb sync` does: it may hold rows that were sent before. */
export const folderSession = (): string => `${FOLDER}${randomBytes(3).toString("hex")}`;

export const isOfFolder = (entity: unknown): boolean => entityOf(entity).startsWith(FOLDER);

/** The entity as this client goes on to use it: one that was handed out, or ours. */
export const entityOf = (sent: unknown): string =>
  typeof sent === "string" && SESSION.test(sent) ? sent : ENTITY;

export const placeOf = (project: unknown, run: unknown): ExternalPlace => ({
  experiment: placeName(project, "uncategorized"),
  key: placeName(run, "without an id"),
});

/** The process of shared mode, where several write into one run and each counts from 0; null elsewhere. */
export function sharedWriter(headers: IncomingHttpHeaders): string | null {
  if (headers["x-wandb-use-async-filestream"] !== "true") return null;
  const id = headers["x-wandb-async-client-id"] ?? headers["x-wandb-client-id"];
  return typeof id === "string" && id !== "" ? placeName(id, FIRST) : null;
}

/** Which of several processes of a run this is. */
export function writerOf(headers: IncomingHttpHeaders, entity: unknown): string {
  const session = entityOf(entity);
  return sharedWriter(headers) ?? (session === ENTITY ? FIRST : session);
}

/** Ids by which the client names what it was told of before. They hold what they stand for, so nothing has to be remembered. */
export const idOf = (...parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString("base64url");

/** The parts of such an id; null where it is none of ours. */
export function partsOf(id: unknown): string[] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(String(id), "base64url").toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : null;
  } catch {
    return null;
  }
}
