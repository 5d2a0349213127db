import { readFileSync } from "node:fs";
import { ingestAttempts } from "#db/queries/ingest-attempts.ts";
import type { ServiceContext } from "../services/context.ts";
import { sha256 } from "../services/hashing.ts";
import { ingestActorOf } from "../services/outside/tokens.ts";
import { findWorkerByToken } from "../services/workers/identify.ts";
import { sameSecret, type GatePolicy, type Scope } from "./gate.ts";
import type { Home } from "./home.ts";

/** What a token opens. Tokens of attempts are looked up first: a training posts points many times a second. */
export function scopeOfToken(
  ctx: ServiceContext,
  home: Pick<Home, "operatorTokenFile" | "workerTokenFile">,
): GatePolicy["scopeOfToken"] {
  const operator = readFileSync(home.operatorTokenFile, "utf8").trim();
  const worker = readFileSync(home.workerTokenFile, "utf8").trim();
  const attempts = ingestAttempts(ctx.db);
  return (token): Scope | null => {
    const actor = ingestActorOf(ctx, token);
    if (actor) return { kind: "ingest", actor };
    const attempt = attempts.byTokenHash(sha256(token));
    if (attempt) return { kind: "attempt", attemptId: attempt.id };
    if (sameSecret(token, operator)) return { kind: "operator" };
    if (sameSecret(token, worker)) return { kind: "worker-admission" };
    return findWorkerByToken(ctx, token) ? { kind: "worker", token } : null;
  };
}
