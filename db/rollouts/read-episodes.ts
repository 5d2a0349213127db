import type { Db } from "../client.ts";

/** An evaluation whose episodes are kept. */
export interface EpisodesRecord {
  evaluationId: string;
  step: number;
  population: string;
  episodes: number;
  /** Share of them that solved their problem. */
  solved: number;
  maxSteps: number;
}

const EVALUATIONS = `select v.id as evaluationId, v.train_step as step, p.name as population, count(*) as episodes,
    avg(r.solved) as solved, v.protocol ->> 'maxSteps' as maxSteps
  from evaluations v join populations p on p.hash = v.population_hash
  join episodes e on e.evaluation_id = v.id
  join evaluation_rows r on r.evaluation_id = e.evaluation_id and r.problem_hash = e.problem_hash
  where v.run_id = ? group by v.id order by v.train_step, v.at`;

export function selectEvaluationsWithEpisodes(db: Db, runId: string): EpisodesRecord[] {
  return db.$client.prepare(EVALUATIONS).all(runId) as EpisodesRecord[];
}

/** An episode with its outcome and its problem. */
export interface EpisodeRecord {
  id: number;
  key: string;
  hash: string;
  type: string;
  level: string;
  rows: number;
  cols: number;
  faults: number;
  solved: 0 | 1;
  steps: number;
  op: number | null;
  da: number | null;
}

const EPISODES = `select e.id, coalesce(k.key, substr(e.problem_hash, 1, 12)) as key, e.problem_hash as hash, p.type, p.level,
    p.rows, p.cols, p.faults, r.solved, r.steps, r.op, r.da
  from episodes e join evaluations v on v.id = e.evaluation_id join problems p on p.hash = e.problem_hash
  join evaluation_rows r on r.evaluation_id = e.evaluation_id and r.problem_hash = e.problem_hash
  left join population_problems k on k.population_hash = v.population_hash and k.problem_hash = e.problem_hash
  where e.evaluation_id = ? order by e.id`;

export function selectEpisodes(db: Db, evaluationId: string): EpisodeRecord[] {
  return db.$client.prepare(EPISODES).all(evaluationId) as EpisodeRecord[];
}

/** Samples of training groups that an attempt sent, in the order of steps. */
export function selectGroupSamples(db: Db, attemptId: string) {
  const rows = db.$client
    .prepare(
      "select train_step as step, drawn, groups from group_samples where attempt_id = ? order by train_step",
    )
    .all(attemptId) as { step: number; drawn: number; groups: string }[];
  return rows.map(({ groups, ...row }) => ({
    ...row,
    groups: JSON.parse(groups) as { key: string; rewards: (number | string)[] }[],
  }));
}
