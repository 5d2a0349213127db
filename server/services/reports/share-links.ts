import { randomBytes } from "node:crypto";
import {
  insertShareLink,
  selectAllShareLinks,
  selectShareLink,
  selectShareLinks,
  type ShareLinkRecord,
  updateShareLinkRevoked,
} from "#db/queries/reports.ts";
import { CROCKFORD } from "../../contracts/ids.ts";
import { topics } from "../../contracts/live.ts";
import {
  type CreatedShare,
  EXPIRIES,
  type ShareInput,
  type SharedReport,
  type ShareLinkRow,
} from "../../contracts/reports/report.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { newId, sha256 } from "../hashing.ts";
import { anonymity, requireNoLeak } from "./anonymise/anonymity.ts";
import { lookOf, SHARE_TOKEN_PREFIX } from "./open-share.ts";
import { printPublication, wordsOfPublication } from "./standalone.ts";
import { requirePublication, requireReport } from "./require-report.ts";

const DAY_MS = 86_400_000;
const TOKEN_LENGTH = 26;

/** Behind its mark 26 Crockford base32 characters: 130 random bits, of which an attacker must guess all. */
export function newShareToken(): string {
  return SHARE_TOKEN_PREFIX + [...randomBytes(TOKEN_LENGTH)].map((byte) => CROCKFORD[byte & 31]).join("");
}

function stateOf(link: ShareLinkRecord, now: number): ShareLinkRow["state"] {
  if (link.revokedAt !== null) return "revoked";
  return link.expiresAt !== null && link.expiresAt <= now ? "expired" : "open";
}

function describe(link: ShareLinkRecord, revision: number, now: number): ShareLinkRow {
  const { id, anonymous, neutralNames, createdBy, createdAt, expiresAt, revokedAt, opened, lastOpenedAt } =
    link;
  return {
    id,
    revision,
    anonymous,
    neutralNames,
    createdBy,
    createdAt,
    expiresAt,
    revokedAt,
    opened,
    lastOpenedAt,
    state: stateOf(link, now),
  };
}

/** Links to publications of a report, the newest first. Tokens are not among them: only their hashes are kept. */
export function listShareLinks(ctx: ServiceContext, reportId: string): ShareLinkRow[] {
  const now = ctx.now();
  return selectShareLinks(ctx.db, reportId).map(({ link, revision }) => describe(link, revision, now));
}

const MOST = 500;

/** Links to every report, the newest first. */
export function listAllShareLinks(ctx: ServiceContext): SharedReport[] {
  const now = ctx.now();
  return selectAllShareLinks(ctx.db, MOST).map(({ link, revision, reportId, title }) => ({
    ...describe(link, revision, now),
    reportId,
    title,
  }));
}

/**
 * Makes a link that opens the newest publication, and nothing else, without an account. The token is shown this once. An
 * anonymous one is refused where its page would still name somebody, with the place.
 */
export function createShareLink(ctx: ServiceContext, input: ShareInput): CreatedShare {
  return commit(ctx, (scope) => {
    const publication = requirePublication(ctx, requireReport(ctx, input.id));
    const look = {
      anonymous: input.anonymous || input.neutralNames,
      neutralNames: input.neutralNames,
    };
    const token = newShareToken();
    const at = ctx.now();
    const days = EXPIRIES[input.expires];
    const link: ShareLinkRecord = {
      id: newId("share"),
      publicationId: publication.id,
      tokenHash: sha256(token),
      ...look,
      createdBy: actorName(ctx.actor),
      createdAt: at,
      expiresAt: days === null ? null : at + days * DAY_MS,
      revokedAt: null,
      opened: 0,
      lastOpenedAt: null,
    };
    const hidden = anonymity(wordsOfPublication(ctx, publication, look), look);
    if (look.anonymous) requireNoLeak(printPublication(publication, lookOf(link), hidden).leak, "The page");
    insertShareLink(scope.db, link);
    scope.touch(topics.reports);
    return { link: describe(link, publication.n, at), path: `/share/${token}` };
  });
}

/** Ends a link at once. Revoking twice changes nothing. */
export function revokeShareLink(ctx: ServiceContext, id: string): { id: string } {
  return commit(ctx, (scope) => {
    if (!selectShareLink(scope.db, id))
      throw new ServiceError("not_found", `There is no share link ${id.slice(0, 40)}.`);
    updateShareLinkRevoked(scope.db, id, ctx.now());
    scope.touch(topics.reports);
    return { id };
  });
}
