"use client";

import { useProject } from "#components/layout/use-project.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { parseAsBoolean, useQueryState } from "nuqs";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { recipeWords } from "./recipe-words.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import { Tabs } from "#components/ui/controls/tabs.tsx";
import { CONNECT_WAY } from "#components/ui/connect-way.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { topics } from "#server/contracts/live.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import type { ExperimentAnswer } from "#server/contracts/experiment.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import {
  AnswerCells,
  AnswerUnderName,
  bestColumns,
  DomainHead,
  domainsOf,
  domainWords,
} from "./answer-cells.tsx";
import { StateCounts } from "./state-counts.tsx";

const ANSWERS_MS = 2000;
/** Soon after an answer that says that some are left. */
const GO_ON_MS = 150;
const MARKS = " Filled dot: significant. Tick: not significant, or no claim.";

/** How many are shown, what the drawn differences lie between, and how many answers are not worked out yet. */
function captionText(
  shown: number,
  all: number,
  unread: number,
  domains: ReturnType<typeof domainsOf>,
): string {
  const left = unread > 0 ? ` ${countOf(unread, "answer is", "answers are")} being worked out.` : "";
  const scale = domains.size > 1 ? ` Differences are drawn from ${domainWords(domains)}.` : "";
  return `Showing ${writeOf(shown, all, "experiment")}.${left}${scale}${domains.size > 0 ? MARKS : ""}`;
}

/** Every experiment: a question and the runs that were launched to answer it. */
export function ExperimentsPage() {
  const project = useProject();
  const api = useApi();
  const [archived] = useQueryState("archived", parseAsBoolean.withDefault(false));
  const query = useQuery(
    api.experiments.list.queryOptions({ project }, { meta: liveOn([topics.experiments, topics.runs], 1000) }),
  );
  const found = useQuery(
    api.experiments.answers.queryOptions(
      { project, archived },
      {
        meta: liveOn([topics.experiments, topics.runs], ANSWERS_MS),
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (state.data?.unread ? GO_ON_MS : false),
      },
    ),
  );
  const answers: Record<string, ExperimentAnswer | undefined> = found.data?.answers ?? {};
  const columns = bestColumns(Object.values(found.data?.answers ?? {}));
  const domains = domainsOf(Object.values(found.data?.answers ?? {}));
  return (
    <BenchPage crumbs={[{ label: "Experiments" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Experiments"
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
              CONNECT_WAY,
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
              <Table
                label="Experiments"
                foot={captionText(list.length, all.length, found.data?.unread ?? 0, domains)}
              >
                <thead>
                  <Row>
                    <HeadCell fixed>Question</HeadCell>
                    <HeadCell priority="wide" sub="to its baseline [95 % adjusted]">
                      Best difference
                    </HeadCell>
                    <HeadCell priority="wide" sub={<DomainHead domains={domains} />}>
                      Differences
                    </HeadCell>
                    <HeadCell>Checks</HeadCell>
                    <HeadCell>Runs</HeadCell>
                    <HeadCell>Recipes</HeadCell>
                    <HeadCell priority="low">Made</HeadCell>
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
                        <AnswerUnderName answer={answers[experiment.id]} columns={columns} />
                      </Cell>
                      <AnswerCells answer={answers[experiment.id]} domains={domains} columns={columns} />
                      <Cell>
                        <StateCounts states={experiment.states} />
                        <span className="under muted">{countOf(experiment.cells, "configuration")}</span>
                      </Cell>
                      <Cell wrap>{recipeWords(experiment.recipes)}</Cell>
                      <Cell priority="low">
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
