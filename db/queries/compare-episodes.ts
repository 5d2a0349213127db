import type { ProblemFilter } from "../../server/contracts/compare/compare.ts";
import type { Db } from "../client.ts";

/** What was counted of the episodes of some evaluations, problem by problem. */
export function selectTallies(
  db: Db,
  evaluationIds: string[],
): { evaluationId: string; hash: string; type: string; level: string; tally: string | null }[] {
  return db.$client
    .prepare(
      `select r.evaluation_id as evaluationId, r.problem_hash as hash, p.type, p.level, r.diagnosis as tally
       from evaluation_rows r join problems p on p.hash = r.problem_hash
       where r.evaluation_id in (select value from json_each(?)) order by r.rowid`,
    )
    .all(JSON.stringify(evaluationIds)) as ReturnType<typeof selectTallies>;
}

/** An episode as far as diagnosis needs it: the conflict at its start, and what each step pointed at. */
export interface DiagnosedRow {
  problemHash: string;
  /** JSON list; null where no conflict was computed. */
  conflict: string | null;
  /** JSON list of [action, target]. */
  actions: string;
}

/** Every stored episode of an evaluation, one row each. */
export function selectDiagnosed(db: Db, evaluationId: string): DiagnosedRow[] {
  return db.$client
    .prepare(
      `select e.problem_hash as problemHash,
         max(case when s.episode_step = 1 then s.iis_before end) as conflict,
         json_group_array(json_array(s.action, s.target)) as actions
       from episodes e join episode_steps s on s.episode_id = e.id
       where e.evaluation_id = ? group by e.id`,
    )
    .all(evaluationId) as DiagnosedRow[];
}

const DIFFERS: Record<ProblemFilter, string> = {
  flipped: "withinA <> withinB",
  gained: "withinA = 0 and withinB = 1",
  lost: "withinA = 1 and withinB = 0",
  steps: "solvedA <> solvedB or stepsA <> stepsB",
};

export interface DifferingRow {
  hash: string;
  key: string | null;
  type: string;
  level: string;
  rows: number;
  solvedA: number;
  stepsA: number;
  solvedB: number;
  stepsB: number;
}

/** Problems that two evaluations ended differently, by type, level and key; and how many there are. */
export function selectDiffering(
  db: Db,
  where: { a: string; b: string; k: number; filter: ProblemFilter; search: string },
  limit: number,
): { rows: DifferingRow[]; total: number } {
  const found = `
    with pair as (
      select p.hash, pp.key, p.type, p.level, p.rows,
        a.solved as solvedA, a.steps as stepsA, b.solved as solvedB, b.steps as stepsB,
        (a.solved = 1 and a.steps <= @k) as withinA, (b.solved = 1 and b.steps <= @k) as withinB
      from evaluation_rows a
      join evaluation_rows b on b.evaluation_id = @b and b.problem_hash = a.problem_hash
      join problems p on p.hash = a.problem_hash
      join evaluations e on e.id = a.evaluation_id
      left join population_problems pp on pp.population_hash = e.population_hash and pp.problem_hash = p.hash
      where a.evaluation_id = @a)
    select * from pair where (${DIFFERS[where.filter]})
      and (@search = '' or instr(lower(coalesce(key, '')), @search) > 0 or instr(hash, @search) > 0)`;
  const { filter: _filter, ...parameters } = where;
  const bound = { ...parameters, search: where.search.trim().toLowerCase() };
  const rows = db.$client
    .prepare(`${found} order by type, length(level), level, key, hash limit @limit`)
    .all({ ...bound, limit }) as DifferingRow[];
  const total =
    rows.length < limit
      ? rows.length
      : (db.$client.prepare(`select count(*) from (${found})`).pluck().get(bound) as number);
  return { rows, total };
}
