import type { attemptFindings } from "../../schema/index.ts";
import type { Finding } from "../../../server/contracts/finding.ts";
import type { Db } from "../../client.ts";

export type FindingsRecord = typeof attemptFindings.$inferSelect;

/** What this code found in attempts before, as far as it is stored. */
export function selectFindings(db: Db, code: string, attemptIds: readonly string[]): FindingsRecord[] {
  const rows = db.$client
    .prepare(
      `select f.attempt_id, f.state, f.findings from json_each(?) asked
       join attempt_findings f on f.attempt_id = asked.value and f.code = ?`,
    )
    .raw()
    .all(JSON.stringify(attemptIds), code) as [string, string, string][];
  return rows.map(([attemptId, state, findings]) => ({
    attemptId,
    code,
    state,
    findings: JSON.parse(findings) as Finding[],
  }));
}

/** Stores findings in place of those before; of an attempt that is deleted nothing is stored. */
export function upsertFindings(db: Db, records: readonly FindingsRecord[]): void {
  const insert = db.$client.prepare(
    `insert into attempt_findings (attempt_id, code, state, findings)
     select @attemptId, @code, @state, @findings where exists (select 1 from attempts where id = @attemptId)
     on conflict (attempt_id) do update set code = excluded.code, state = excluded.state, findings = excluded.findings`,
  );
  for (const { findings, ...rest } of records) insert.run({ ...rest, findings: JSON.stringify(findings) });
}
