import {
  selectPublication,
  selectShareLinkByTokenHash,
  type ShareLinkRecord,
  updateShareLinkOpened,
} from "#db/queries/reports.ts";
import { selectTickRange } from "#db/queries/ticks.ts";
import type { Db } from "#db/client.ts";
import { CROCKFORD } from "../../contracts/ids.ts";
import { fireAlert } from "../alerts/fire.ts";
import { commit, type ServiceContext } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { writeMoment } from "../../wording/times.ts";
import { anonymity, type Discretion } from "./anonymise/anonymity.ts";
import type { PrivateWord } from "./anonymise/find-words.ts";
import { leakText, type Leak } from "./anonymise/last-scan.ts";
import { machineWords } from "./anonymise/private-words.ts";
import { type Look, printPublication, type Printed, wordsOfPublication } from "./standalone.ts";

/** Pages kept for each database; a page is below 3 MB. */
const MOST_PAGES = 16;
const pages = new WeakMap<Db, Map<string, Printed>>();

interface KnownWords {
  /** Of the last change of anything, and of the names of machines; other words are read again after either. */
  seen: string;
  words: PrivateWord[];
}
const knownWords = new WeakMap<Db, Map<string, KnownWords>>();

/** Puts an entry at the end of a map, and takes out the oldest where there are too many. */
function keep<T>(map: Map<string, T>, key: string, value: T): T {
  const oldest = map.keys().next();
  if (map.size >= MOST_PAGES && !oldest.done) map.delete(oldest.value);
  map.set(key, value);
  return value;
}

function ofDb<T>(maps: WeakMap<Db, Map<string, T>>, db: Db): Map<string, T> {
  const known = maps.get(db) ?? new Map<string, T>();
  maps.set(db, known);
  return known;
}

/** Words to leave out of a publication, read again once something changed: strangers may ask as often as they like. */
function wordsNow(ctx: ServiceContext, publicationId: string, look: Discretion): PrivateWord[] {
  if (!look.anonymous) return [];
  const known = ofDb(knownWords, ctx.db);
  const key = `${publicationId} ${look.neutralNames}`;
  const machines = machineWords(ctx).map(({ text }) => text);
  const seen = JSON.stringify([selectTickRange(ctx.db).last, machines]);
  const found = known.get(key);
  if (found?.seen === seen) return found.words;
  const publication = selectPublication(ctx.db, publicationId);
  const words = publication ? wordsOfPublication(ctx, publication, look) : [];
  return keep(known, key, { seen, words }).words;
}

/** A publication as a page, drawn once for the same look and the same names to leave out. Null where there is none. */
function printOnce(ctx: ServiceContext, publicationId: string, look: Look): Printed | null {
  const words = wordsNow(ctx, publicationId, look);
  const known = ofDb(pages, ctx.db);
  const key = sha256(JSON.stringify([publicationId, look, words]));
  const found = known.get(key);
  if (found !== undefined) return found;
  const publication = selectPublication(ctx.db, publicationId);
  if (!publication) return null;
  return keep(known, key, printPublication(publication, look, anonymity(words, look)));
}

/** The look of what a link opens. */
export const lookOf = (link: Pick<ShareLinkRecord, "anonymous" | "neutralNames" | "expiresAt">): Look => ({
  anonymous: link.anonymous,
  neutralNames: link.neutralNames,
  bar: [
    link.anonymous ? "Shared report, read only, known names removed" : "Shared report, read only",
    link.expiresAt === null ? "" : `Ends ${writeMoment(link.expiresAt)}`,
  ],
});

/** Tells the author, once for each link and finding, that a link gives out nothing any more. */
function tellAuthor(ctx: ServiceContext, link: ShareLinkRecord, leak: Leak): void {
  commit(ctx, (scope) => {
    fireAlert(scope, ctx.now(), {
      cause: `share:${link.id}:${sha256(JSON.stringify(leak)).slice(0, 16)}`,
      kind: "share",
      level: "problem",
      title: "An anonymous link was withheld",
      why: `The report behind the link ${link.id} would no longer be anonymous: ${leakText(leak)}. The link shows nothing until that is gone: change it there, publish again and make a new link.`,
      runId: null,
    });
  });
}

export type OpenedShare =
  { ok: true; html: string } | { ok: false; status: 404 | 410 | 503; claim: string; advice: string };

/** Links of before have no mark. */
export const SHARE_TOKEN_PREFIX = "abl_sh_";
const TOKEN = new RegExp(`^(?:${SHARE_TOKEN_PREFIX})?[${CROCKFORD}]{26}$`);

const ASK = "Ask the person who sent it for a new one.";

/**
 * Opens a share link by its token. The token is looked up by its hash, so nothing compares secrets byte by byte; a wrong,
 * ended or revoked one gets a sentence that names no report. `count` is false for a request that shows nothing. An anonymous
 * page that would name somebody is withheld, whenever it was published, and its author is told.
 */
export function openShare(ctx: ServiceContext, token: string, count: boolean): OpenedShare {
  const link = TOKEN.test(token) ? selectShareLinkByTokenHash(ctx.db, sha256(token)) : undefined;
  if (!link)
    return {
      ok: false,
      status: 404,
      claim: "This link opens nothing here.",
      advice: `It may be cut short. ${ASK}`,
    };
  if (link.revokedAt !== null)
    return { ok: false, status: 410, claim: "This link was withdrawn.", advice: ASK };
  if (link.expiresAt !== null && link.expiresAt <= ctx.now())
    return {
      ok: false,
      status: 410,
      claim: `This link ended on ${writeMoment(link.expiresAt)}.`,
      advice: ASK,
    };
  const printed = printOnce(ctx, link.publicationId, lookOf(link));
  if (printed === null)
    return { ok: false, status: 410, claim: "The report behind this link is gone.", advice: ASK };
  if (printed.leak) {
    tellAuthor(ctx, link, printed.leak);
    return { ok: false, status: 503, claim: "This report is withheld for now.", advice: ASK };
  }
  // Without a tick: a stranger who reloads a page must not make every open browser ask again.
  if (count) updateShareLinkOpened(ctx.db, link.id, ctx.now());
  return { ok: true, html: printed.html };
}
