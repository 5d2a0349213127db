import type { Db } from "#db/client.ts";
import { selectEpisodeSteps } from "#db/queries/evaluations.ts";
import {
  selectEpisodes,
  selectEvaluationsWithEpisodes,
  type EpisodeRecord,
  type EpisodesRecord,
} from "#db/rollouts/read-episodes.ts";
import type { RewardRow } from "../../contracts/rollouts/rollouts.ts";
import { countOf } from "../../wording/counts.ts";
import type { RolloutSource, SourceGroup, SourceText } from "./source.ts";

const HASH = 24;

interface PlacedEpisode extends EpisodeRecord {
  /** The problem's key; with the name of its set where the step measured several. */
  name: string;
  maxSteps: number;
}

const rowOf = ({ solved, steps, maxSteps }: PlacedEpisode): RewardRow => ({
  place: 0,
  reward: solved,
  summed: false,
  advantage: null,
  length: steps,
  truncated: solved === 0 && steps >= maxSteps,
});

const problemWords = ({ type, level, rows, cols, faults }: PlacedEpisode): string =>
  `${level} problem of type ${type}: ${countOf(rows, "row")}, ${countOf(cols, "column")}, ${countOf(faults, "fault")}`;

const iisWords = (iis: string[] | null): string => (iis === null ? "" : `\nIIS ${iis.join(" ") || "none"}`);

/** An action is a turn of the policy, what the solver says to it one of the environment. */
function episodeTurns(db: Db, { id }: PlacedEpisode): SourceText["turns"] {
  return selectEpisodeSteps(db, id).flatMap(({ action, target, status, iisBefore, iisAfter }, i) => [
    ...(i === 0 && iisBefore
      ? [{ role: "environment", text: `INFEASIBLE${iisWords(iisBefore)}`, reward: null }]
      : []),
    { role: "policy", text: target === null ? action : `${action} ${target}`, reward: null },
    { role: "environment", text: `${status}${iisWords(iisAfter)}`, reward: null },
  ]);
}

/** Episodes of a run's evaluations: one completion for each problem, solved or not. */
export function episodeSource(db: Db, runId: string): RolloutSource {
  let read: EpisodesRecord[] | null = null;
  const evaluations = (): EpisodesRecord[] => (read ??= selectEvaluationsWithEpisodes(db, runId));
  const at = (step: number): PlacedEpisode[] => {
    const measured = evaluations().filter((one) => one.step === step);
    return measured.flatMap(({ evaluationId, maxSteps, population }) =>
      selectEpisodes(db, evaluationId).map((episode) => ({
        ...episode,
        maxSteps,
        name: measured.length > 1 ? `${population} ${episode.key}` : episode.key,
      })),
    );
  };
  const groupsAt = (step: number): SourceGroup[] =>
    at(step).map((episode) => ({
      phase: "eval",
      step,
      key: episode.name,
      hash: episode.hash.slice(0, HASH),
      opening: problemWords(episode),
      rewards: [rowOf(episode)],
    }));
  const find = (step: number, key: string) => at(step).find(({ name }) => name === key);
  const stepsOf = () => [...new Set(evaluations().map(({ step }) => step))];
  return {
    kind: "episodes",
    steps: () =>
      stepsOf().map((step) => {
        const measured = evaluations().filter((one) => one.step === step);
        const n = measured.reduce((sum, { episodes }) => sum + episodes, 0);
        const mean = measured.reduce((sum, { episodes, solved }) => sum + episodes * solved, 0) / n;
        return { phase: "eval", step, kind: "episodes", groups: n, n, mean };
      }),
    groups: ({ step }) => groupsAt(step),
    drawn: ({ groups }) => groups,
    completions({ step }, key) {
      const episode = find(step, key);
      if (!episode) return [];
      const turns = episodeTurns(db, episode).length;
      const { op, da } = episode;
      return [
        {
          ...rowOf(episode),
          rewards: { op, da },
          stopReason: null,
          epoch: null,
          extra: {},
          turns,
          cutFrom: null,
        },
      ];
    },
    text({ step }, key, place) {
      const episode = find(step, key);
      if (!episode) return null;
      if (place === null)
        return { turns: [{ role: "problem", text: problemWords(episode), reward: null }], cutFrom: null };
      return { turns: episodeTurns(db, episode), cutFrom: null };
    },
    openings({ step }, of) {
      const byName = new Map(at(step).map((episode) => [episode.name, episode]));
      return of.map(({ key }) =>
        episodeTurns(db, byName.get(key)!)
          .filter(({ role }) => role === "policy")
          .map(({ text }) => text)
          .join(", "),
      );
    },
    visits: (hash) => stepsOf().flatMap((step) => groupsAt(step).filter((group) => group.hash === hash)),
  };
}
