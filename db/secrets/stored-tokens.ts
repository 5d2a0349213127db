import type { Db } from "../client.ts";

/** Whether a digest is of a token that opens something here: of a client, a session, a shared page, a worker, or an attempt that is under way. */
export function storedTokens({ $client }: Db): (digest: string) => boolean {
  const asked = [
    "select 1 from ingest_tokens where token_hash = ?",
    "select 1 from sessions where secret_hash = ?",
    "select 1 from share_links where token_hash = ?",
    "select 1 from workers where token_hash = ?",
    `select 1 from workers join attempts on worker_id = workers.id
     and state in ('starting', 'running', 'stopping', 'unreachable') where attempts.token_hash = ?`,
  ].map((text) => $client.prepare(text));
  return (digest) => $client.open && asked.some((statement) => statement.get(digest) !== undefined);
}
