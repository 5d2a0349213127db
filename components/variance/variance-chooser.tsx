"use client";

import { useProject } from "#components/layout/use-project.ts";
import { useQuery } from "@tanstack/react-query";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { CONNECT_WAY } from "#components/ui/connect-way.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { writeCount } from "#server/wording/counts.ts";
import { recipeWords } from "#components/experiments/recipe-words.ts";

/** Nothing is chosen: which experiments there are, or how to get one. */
export function VarianceChooser({ onChoose }: { onChoose: (experimentId: string) => void }) {
  const project = useProject();
  const list = useQuery(useApi().experiments.list.queryOptions({ project }));
  return (
    <>
      <PageHead
        title="Reward variance"
        sentence="The spread of rewards inside groups over training, and why it vanishes. Choose an experiment, or come from a run's groups."
      />
      <QueryState
        query={list}
        what="the experiments"
        height={240}
        empty={
          <EmptyState
            ways={[
              {
                title: "Watch it collapse, a minute",
                text: "Five variants of GRPO train on this machine's CPU; their groups go dead while you look.",
                action: (
                  <LinkButton href="/launch?mode=matrix" kind="primary">
                    Launch an ablation
                  </LinkButton>
                ),
              },
              CONNECT_WAY,
            ]}
          />
        }
        isEmpty={(found) => found.length === 0}
      >
        {(found) => (
          <Section title="Experiments" note={`${writeCount(found.length)} in all, newest first`}>
            <Table label="Experiments to choose from" density="dense">
              <thead>
                <Row>
                  <HeadCell fixed>Experiment</HeadCell>
                  <HeadCell>Recipes</HeadCell>
                  <HeadCell num>Configurations</HeadCell>
                  <HeadCell num>Runs</HeadCell>
                  <HeadCell>Made</HeadCell>
                </Row>
              </thead>
              <tbody>
                {found.map((experiment) => (
                  <Row key={experiment.id}>
                    <Cell fixed>
                      <QuietButton onClick={() => onChoose(experiment.id)}>{experiment.title}</QuietButton>
                    </Cell>
                    <Cell quiet>{recipeWords(experiment.recipes)}</Cell>
                    <Cell num>{writeCount(experiment.cells)}</Cell>
                    <Cell num>{writeCount(experiment.runs)}</Cell>
                    <Cell quiet>
                      <Time at={experiment.createdAt} now={list.dataUpdatedAt} form="moment" />
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          </Section>
        )}
      </QueryState>
    </>
  );
}
