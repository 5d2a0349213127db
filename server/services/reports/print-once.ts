import type { Db } from "#db/client.ts";
import { selectPublication } from "#db/queries/reports.ts";
import type { ServiceContext } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { privateWords } from "./anonymise/private-words.ts";
import { printPublication, type Look } from "./standalone.ts";

/** Pages kept for each database; a page is below 3 MB. */
const MOST_PAGES = 16;
const pages = new WeakMap<Db, Map<string, string>>();

/**
 * A publication as a page, drawn once for the same look and the same names to leave out: strangers may ask for it as often
 * as they like. Null where there is no such publication.
 */
export function printOnce(ctx: ServiceContext, publicationId: string, look: Look): string | null {
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
