import { selectPublication, selectShareLinkByTokenHash, updateShareLinkOpened } from "#db/queries/reports.ts";
import { CROCKFORD } from "../../contracts/ids.ts";
import type { ServiceContext } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { writeMoment } from "../../wording/times.ts";
import type { Db } from "#db/client.ts";
import { privateWords } from "./anonymise/private-words.ts";
import { type Look, printPublication } from "./standalone.ts";

/** Pages kept for each database; a page is below 3 MB. */
const MOST_PAGES = 16;
const pages = new WeakMap<Db, Map<string, string>>();

/**
 * A publication as a page, drawn once for the same look and the same names to leave out: strangers may ask for it as often
 * as they like. Null where there is no such publication.
 */
function printOnce(ctx: ServiceContext, publicationId: string, look: Look): string | null {
  const known = pages.get(ctx.db) ?? new Map<string, string>();
  pages.set(ctx.db, known);
  const words = look.anonymous ? privateWords(ctx) : [];
  const key = sha256(JSON.stringify([publicationId, look, words]));
  const found = known.get(key);
  if (found !== undefined) return found;
  const publication = selectPublication(ctx.db, publicationId);
  if (!publication) return null;
  const html = printPublication(ctx, publication, look);
  const oldest = known.keys().next();
  if (known.size >= MOST_PAGES && !oldest.done) known.delete(oldest.value);
  known.set(key, html);
  return html;
}

export type OpenedShare =
  { ok: true; html: string } | { ok: false; status: 404 | 410; claim: string; advice: string };

const TOKEN = new RegExp(`^[${CROCKFORD}]{26}$`);

const ASK = "Ask the person who sent it for a new one.";

/**
 * Opens a share link by its token. The token is looked up by its hash, so nothing compares secrets byte by byte; a wrong,
 * ended or revoked one gets a sentence that names no report. `count` is false for a request that shows nothing.
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
  const html = printOnce(ctx, link.publicationId, {
    anonymous: link.anonymous,
    bar: [
      link.anonymous ? "Shared report, read only, known names removed" : "Shared report, read only",
      link.expiresAt === null ? "" : `Ends ${writeMoment(link.expiresAt)}`,
    ],
  });
  if (html === null)
    return { ok: false, status: 410, claim: "The report behind this link is gone.", advice: ASK };
  // Without a tick: a stranger who reloads a page must not make every open browser ask again.
  if (count) updateShareLinkOpened(ctx.db, link.id, ctx.now());
  return { ok: true, html };
}
