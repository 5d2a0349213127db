"use client";

import { useProject } from "#components/layout/use-project.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { useQuery } from "@tanstack/react-query";
import { parseAsBoolean, useQueryState } from "nuqs";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import { Tabs } from "#components/ui/controls/tabs.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { topics } from "#server/contracts/live.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeCount, writeOf } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { StateCounts } from "./state-counts.tsx";

/** Every experiment: a question and the runs that were launched to answer it. */
export function ExperimentsPage() {
  const project = useProject();
  const api = useApi();
  const [archived] = useQueryState("archived", parseAsBoolean.withDefault(false));
  const query = useQuery(
    api.experiments.list.queryOptions({ project }, { meta: liveOn([topics.experiments, topics.runs], 1000) }),
  );
  return (
    <BenchPage crumbs={[{ label: "Experiments" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Experiments"
        sentence="A question, and the runs that vary something on purpose to answer it."
        actions={
          <LinkButton href="/launch?mode=matrix" kind="primary" keys="n">
            Launch
          </LinkButton>
        }
      />
      <QueryState
        query={query}
        what="the experiments"
        height={240}
        isEmpty={(list) => list.length === 0}
        empty={
          <EmptyState
            ways={[
              {
                title: "Ask one, a minute",
                text: "Five GRPO variants x three seeds on this machine's CPU.",
                action: (
                  <LinkButton
                    href="/launch?mode=matrix&presets=baseline,no_kl,asym_clip,dynamic,token_loss"
                    kind="primary"
                  >
                    Prepare the ablation
                  </LinkButton>
                ),
              },
            ]}
          />
        }
      >
        {(all) => {
          const list = all.filter(({ kept }) => kept.archived === archived);
          const away = all.length - list.length;
          return (
            <>
              {archived || away > 0 ? (
                <Tabs
                  label="Views of the experiments"
                  tabs={[false, true].map((one) => ({
                    href: one ? "/experiments?archived=true" : "/experiments",
                    label: one ? "Archive" : "All",
                    count: writeCount(one === archived ? list.length : away),
                    current: one === archived,
                  }))}
                />
              ) : null}
              <Table label="Experiments" foot={`Showing ${writeOf(list.length, all.length, "experiment")}.`}>
                <thead>
                  <Row>
                    <HeadCell fixed>Question</HeadCell>
                    <HeadCell>State of its runs</HeadCell>
                    <HeadCell num>Configurations</HeadCell>
                    <HeadCell num>Runs</HeadCell>
                    <HeadCell>Recipe</HeadCell>
                    <HeadCell>Made</HeadCell>
                  </Row>
                </thead>
                <tbody>
                  {list.map((experiment) => (
                    <Row key={experiment.id}>
                      <Cell fixed wrap>
                        <PageLink href={`/experiments/${experiment.id}`}>
                          {visibleName(experiment.title)}
                        </PageLink>{" "}
                        {experiment.kept.pinned ? <Tag>pinned</Tag> : null}{" "}
                        {experiment.kept.tags.map((tag) => (
                          <Tag key={tag}>{tag}</Tag>
                        ))}
                      </Cell>
                      <Cell>
                        <StateCounts states={experiment.states} />
                      </Cell>
                      <Cell num>{writeCount(experiment.cells)}</Cell>
                      <Cell num>{writeCount(experiment.runs)}</Cell>
                      <Cell>{experiment.recipe ?? NOT_MEASURED}</Cell>
                      <Cell>
                        <Time at={experiment.createdAt} now={query.dataUpdatedAt} form="moment" />
                      </Cell>
                    </Row>
                  ))}
                </tbody>
              </Table>
            </>
          );
        }}
      </QueryState>
    </BenchPage>
  );
}
