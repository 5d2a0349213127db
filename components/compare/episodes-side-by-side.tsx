"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { EpisodePair } from "#packs/repair/pages/episodes/episode-pair.tsx";
import { outcomeText } from "#packs/repair/pages/episodes/outcome-text.ts";
import { episodeHref } from "#components/search-params/evaluations.ts";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Section } from "#components/ui/section.tsx";
import type { Comparison } from "#server/contracts/compare/compare.ts";
import type { EpisodeDetail } from "#server/contracts/evaluation.ts";

interface EpisodesSideBySideProps {
  comparison: Comparison;
  side: number;
  /** Content hash. */
  problem: string;
  onClose: () => void;
}

const outcomeOf = ({ outcome, evaluation, steps }: EpisodeDetail) =>
  outcomeText(outcome, evaluation.protocol.maxSteps, steps?.at(-1)?.action ?? null);

/** What two policies did on one problem, step beside step. */
export function EpisodesSideBySide({ comparison, side, problem, onClose }: EpisodesSideBySideProps) {
  const api = useApi();
  const { sides } = comparison;
  const [a, b] = [sides[0], sides[side] ?? sides[1]];
  const read = (evaluationId: string) =>
    api.evaluations.episode.queryOptions({ evaluationId, problem, labelSetId: null });
  const [left, right] = [useQuery(read(a.evaluationId)), useQuery(read(b.evaluationId))];
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [problem]);
  const both = {
    data: left.data && right.data ? { left: left.data, right: right.data } : undefined,
    error: left.error ?? right.error,
    isPending: left.isPending || right.isPending,
    refetch: () => Promise.all([left.refetch(), right.refetch()]),
  };
  return (
    <div ref={place} className="section">
      <Section
        title={left.data ? `Episodes on ${left.data.problem.key}` : "Episodes"}
        note={left.data ? `type ${left.data.problem.type}, level ${left.data.problem.level}` : undefined}
        end={
          <>
            {[a, b].map((one) => (
              <PageLink key={one.evaluationId} href={episodeHref(one.evaluationId, problem)}>
                {one.name} alone
              </PageLink>
            ))}
            <Button size="small" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <QueryState query={both} what="the episodes" height={200}>
          {({ left: first, right: second }) =>
            first.steps === null || second.steps === null ? (
              <Notice>
                {a.name}: {outcomeOf(first)} {b.name}: {outcomeOf(second)} The steps of{" "}
                {first.steps === null && second.steps === null
                  ? "both"
                  : first.steps === null
                    ? a.name
                    : b.name}{" "}
                were not kept.
              </Notice>
            ) : (
              <EpisodePair
                label={`${first.problem.key}, ${a.name} and ${b.name}`}
                left={{ name: a.name, steps: first.steps, outcome: outcomeOf(first) }}
                right={{ name: b.name, steps: second.steps, outcome: outcomeOf(second) }}
              />
            )
          }
        </QueryState>
      </Section>
    </div>
  );
}
