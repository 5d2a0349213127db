import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { ExternalPlace } from "../../contracts/external/verbs.ts";
import type { AdapterAnswer, AdapterRequest } from "../adapter.ts";
import { placeOf, writerOf } from "./place.ts";
import { environmentOf } from "../../foreign/wandb-rows.ts";
import { readObject } from "./read-config.ts";
import { tableRows } from "../../foreign/completions.ts";
import { keepGroupsInParts } from "../group-in-parts.ts";
import { isTooHeavy } from "../../foreign/weigh-json.ts";
import { tableRollouts } from "./read-table.ts";
import { runAt } from "./stream.ts";
import type { Visit } from "./visit.ts";

export const FILES = "/wires/wandb/file";

/** How long an address may be read that was handed out: a client reads it at once. */
const PASS_MS = 10 * 60_000;
const [IV, TAG] = [12, 16];

/**
 * The client reads a file back without its token. The address it is given then holds the token, the address it is for and an
 * end, sealed with a key that only this process has: who finds it in a log can read that one file for minutes, and no more.
 */
export class Passes {
  private readonly key = randomBytes(32);
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  seal(token: string, address: string): string {
    const iv = randomBytes(IV);
    const cipher = createCipheriv("aes-256-gcm", this.key, iv);
    const told = JSON.stringify({ token, address: digest(address), until: this.now() + PASS_MS });
    const sealed = Buffer.concat([cipher.update(told, "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** The token that a request's pass holds; null for one that is over, of another address, or not of this process. */
  open(query: URLSearchParams): string | null {
    const bytes = Buffer.from(query.get("pass") ?? "", "base64url");
    if (bytes.length <= IV + TAG) return null;
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.key, bytes.subarray(0, IV));
      decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
      const told = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]);
      const { token, address, until } = JSON.parse(told.toString()) as Record<string, string | number>;
      return address === digest(addressOf(query)) && Number(until) > this.now() ? String(token) : null;
    } catch {
      return null;
    }
  }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** What a pass is for: all of the query but the pass itself. */
const addressOf = (query: URLSearchParams): string =>
  JSON.stringify([query.get("project"), query.get("run"), query.get("path")]);

/** The ingest token as this client sends it: the password of Basic, whatever the name before it. */
export function basicToken({ authorization }: IncomingHttpHeaders): string | null {
  const [, scheme, credential] = /^(Basic|Bearer) +(\S+)$/i.exec(authorization ?? "") ?? [];
  if (credential === undefined) return null;
  if (scheme.toLowerCase() === "bearer") return credential;
  const text = Buffer.from(credential, "base64").toString();
  const at = text.indexOf(":");
  return at === -1 || at === text.length - 1 ? null : text.slice(at + 1);
}

/**
 * Where a file is put, and read back. The client puts what it is told to into the head of an upload, so the upload brings the
 * same token as the question did. No space behind the colon: the oldest clients take it for a part of the value.
 */
export function uploadTo(
  { headers, origin, passes }: Visit,
  { place, entity, path }: { place: ExternalPlace; entity: string; path: string },
) {
  const query = new URLSearchParams({ entity, project: place.experiment, run: place.key, path });
  const token = basicToken(headers);
  return {
    uploadUrl: `${origin}${FILES}?${query.toString()}`,
    uploadHeaders: headers.authorization === undefined ? [] : [`Authorization:${headers.authorization}`],
    directUrl() {
      const pass = token === null ? "" : passes.seal(token, addressOf(query));
      return `${origin}${FILES}?${query.toString()}&pass=${pass}`;
    },
  };
}

const METADATA = "wandb-metadata.json";
const TABLE = /(?:^|\/)[^/]*\.table\.json$/;
/** "media/table/KEY_STEP_HASH.table.json" */
const TABLE_PLACE = /^media\/table\/(.*?)_(\d+)_[^/_]*(?:_[^/]*)?\.table\.json$/s;

const LONGEST_TABLE_PATH = 1000;

/** A table of completions is kept as such, every other file as it came. */
function keepTable(
  { verbs, tables }: Visit,
  runId: string,
  path: string,
  bytes: Uint8Array,
): boolean | Promise<void> {
  const isTable = TABLE.test(path);
  if (isTable && isTooHeavy(bytes)) {
    const message = `The table ${path} has too many cells to be read; if it holds completions, they are not in the groups.`;
    verbs.say(runId, { level: "warning", message, id: `too heavy:${path}` });
    return false;
  }
  const rows = isTable ? tableRows(bytes) : null;
  if (rows === null) return false;
  const [, key = path, step = "0"] = (path.length <= LONGEST_TABLE_PATH && TABLE_PLACE.exec(path)) || [];
  const rollouts = tableRollouts(rows, { key, step: Number(step) });
  if (rollouts === null) return false;
  // A key that names an evaluation has said it.
  const isTold = rollouts.some(({ phase }) => phase === "eval");
  return keepGroupsInParts(verbs, runId, isTold ? rollouts : tables.put(runId, path, rollouts)) ?? true;
}

/** A file that the client puts, or reads back. */
export function answerFile(
  visit: Visit,
  { method, query, headers, body }: AdapterRequest,
): AdapterAnswer | Promise<AdapterAnswer> {
  const { verbs } = visit;
  const place = placeOf(query.get("project"), query.get("run"));
  const path = query.get("path") ?? "";
  if (method === "GET") {
    const run = verbs.find(place);
    const bytes = run && verbs.readFile(run.runId, path);
    const type = "application/octet-stream";
    return bytes
      ? { status: 200, type, body: bytes }
      : { status: 404, type: "text/plain", body: `There is no ${path}.` };
  }
  const runId = runAt(visit, place, writerOf(headers, query.get("entity")));
  if (path === METADATA)
    verbs.describe(runId, { environment: environmentOf(readObject(Buffer.from(body).toString())) });
  const asTable = keepTable(visit, runId, path, body);
  const kept =
    asTable === true
      ? undefined
      : asTable || verbs.keepFile(runId, { path, type: headers["content-type"] ?? null, bytes: body });
  const answer = (): AdapterAnswer => {
    verbs.hear(runId);
    return { status: 200, type: "text/plain", body: "" };
  };
  return kept === undefined ? answer() : kept.then(answer);
}

/** A file over the limit: said, and answered as if it was taken, because a client may end a training over it. */
export function sayOversized(visit: Visit, { query, headers }: AdapterRequest): AdapterAnswer {
  const path = query.get("path") ?? "";
  const place = placeOf(query.get("project"), query.get("run"));
  const runId = runAt(visit, place, writerOf(headers, query.get("entity")));
  const message = `The file ${path} is larger than what is taken from outside, and was dropped.`;
  visit.verbs.say(runId, { level: "warning", message, id: `oversized:${path}` });
  return { status: 200, type: "text/plain", body: "" };
}
