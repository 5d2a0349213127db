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
import { Select } from "#components/ui/controls/select.tsx";
import { visibleName } from "#server/contracts/visible-name.ts";
import { Section } from "#components/ui/section.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { writeCount } from "#server/wording/counts.ts";
import { recipeWords } from "#components/experiments/recipe-words.ts";

/** Of which experiment the page is. */
export function ExperimentSelect({ value, onChoose }: { value: string; onChoose: (id: string) => void }) {
  const project = useProject();
  const { data = [] } = useQuery(useApi().experiments.list.queryOptions({ project }));
  return (
    <Select
      label="Experiment"
      value={value}
      onChange={onChoose}
      options={data.map(({ id, title }) => ({ value: id, label: visibleName(title) }))}
      width={240}
    />
  );
}

/** No experiment has groups: which there are, or how to get one. */
export function VarianceChooser({ onChoose }: { onChoose: (experimentId: string) => void }) {
  const project = useProject();
  const list = useQuery(useApi().experiments.list.queryOptions({ project }));
  return (
    <>
      <PageHead
        title="Reward variance"
        summary="How much rewards within a group differ over training. No experiment here has logged groups yet."
      />
      <QueryState
        query={list}
        what="the experiments"
        height={240}
        empty={
          <EmptyState
            ways={[
              {
                title: "Run an ablation (1 min)",
                text: "Variants of GRPO train on this machine's CPU, and their groups are charted live.",
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
          <Section title="Experiments" note={`${writeCount(found.length)}, newest first`}>
            <Table label="Experiments to choose from" density="dense">
              <thead>
                <Row>
                  <HeadCell fixed>Experiment</HeadCell>
                  <HeadCell>Recipes</HeadCell>
                  <HeadCell num>Configurations</HeadCell>
                  <HeadCell num>Runs</HeadCell>
                  <HeadCell>Created</HeadCell>
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
