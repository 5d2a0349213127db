import type { RunState } from "../../../server/contracts/run-lifecycle.ts";
import type { Db } from "../../client.ts";
import { ofConnection } from "../../prepared.ts";

const newest = ofConnection(({ $client }) =>
  $client.prepare(
    `select a.state, a.stop_requested_at as askedAt from attempts a join external_sessions s on s.attempt_id = a.id
     where a.run_id = ? order by a.n desc limit 1`,
  ),
);

/** The state of the newest attempt of a run from outside, and when somebody asked it to stop. Every answer to a row says that. */
export const selectStopAsked = (
  db: Db,
  runId: string,
): { state: RunState; askedAt: number | null } | undefined =>
  newest(db).get(runId) as { state: RunState; askedAt: number | null } | undefined;
