"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Pager } from "#components/ui/tables/pager.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { ROLLOUT_LIMITS, type CompletionOrder } from "#server/contracts/rollouts/rollout-limits.ts";
import type { RolloutStepView } from "#server/contracts/rollouts/rollouts.ts";
import { groupName } from "#server/contracts/rollouts/group-name.ts";
import { inOneLine } from "#server/contracts/visible-name.ts";
import { writeStretch } from "#server/wording/charts/axes.ts";
import { writeCount, writeOf } from "#server/wording/counts.ts";
import { completionCount, rewardDecimals, rewardText, signedText } from "./reward-words.ts";
import type { RewardRange } from "./rollout-search.ts";

interface CompletionListProps {
  runId: string;
  view: RolloutStepView;
  range: RewardRange;
  order: CompletionOrder;
  page: number;
  onOrder: (order: CompletionOrder) => void;
  onPage: (page: number) => void;
  onOpen: (key: string, place: number) => void;
  onClose: () => void;
}

export const COMPLETION_SORTS: { value: CompletionOrder; label: string }[] = [
  { value: "reward", label: "by reward" },
  { value: "length", label: "by length" },
  { value: "surprise", label: "by z-score" },
  { value: "place", label: "as sent" },
];

/** What the z-score is, wherever a column has that name. */
export const SURPRISE = "sd from the mean";

/** Completions of a bar of the histogram, or of the whole step, over all groups. */
export function CompletionList(props: CompletionListProps) {
  const { runId, view, range, order, page, onOrder, onPage, onOpen, onClose } = props;
  const query = useQuery(
    useApi().rollouts.list.queryOptions(
      { runId, phase: view.phase, step: view.step, range: range === "all" ? null : range, order, page },
      { placeholderData: keepPreviousData },
    ),
  );
  const decimals = rewardDecimals(query.data?.rows.map(({ reward }) => reward) ?? []);
  return (
    <Section
      title={range === "all" ? "All completions of this step" : `Rewards of ${writeStretch(...range)}`}
      note={query.data ? completionCount(view.kind, query.data.total) : undefined}
      end={
        <>
          <Select
            label="Order of the completions"
            value={order}
            options={COMPLETION_SORTS}
            onChange={(value) => onOrder(value as CompletionOrder)}
          />
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <QueryState query={query} what="the completions" height={200}>
        {({ rows, total }) => (
          <>
            <div className="rollout-scroll">
              <Table label="Completions" density="dense">
                <thead>
                  <tr>
                    <HeadCell fixed>Completion</HeadCell>
                    <HeadCell num>Reward</HeadCell>
                    <HeadCell num sub={SURPRISE}>
                      z-score
                    </HeadCell>
                    <HeadCell num>Length</HeadCell>
                    <HeadCell>Begins</HeadCell>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <Row key={`${row.place} ${row.key}`}>
                      <Cell fixed>
                        <QuietButton onClick={() => onOpen(row.key, row.place)}>
                          <span className="mono">{groupName({ key: row.key })}</span>{" "}
                          {writeCount(row.place + 1)}
                        </QuietButton>
                      </Cell>
                      <Cell num>
                        <b>{rewardText(row.reward, decimals)}</b>
                      </Cell>
                      <Cell num>{signedText(row.surprise, 2)}</Cell>
                      <Cell num>{writeCount(row.length)}</Cell>
                      <Cell quiet>
                        <span className="rollout-opening">
                          {row.opening === null ? "" : inOneLine(row.opening)}
                        </span>
                      </Cell>
                    </Row>
                  ))}
                </tbody>
              </Table>
            </div>
            {rows.length < total ? <p className="table-foot">{writeOf(rows.length, total)} shown</p> : null}
            <Pager
              page={page}
              pages={Math.ceil(total / ROLLOUT_LIMITS.listed)}
              onPage={onPage}
              words={["Previous completions", "Next completions"]}
            />
          </>
        )}
      </QueryState>
    </Section>
  );
}
