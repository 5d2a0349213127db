"use client";

import { ProjectField } from "./project-field.tsx";
import { useProject } from "#components/layout/use-project.ts";
import { useGo } from "#components/ui/use-go.ts";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Columns, MarginBlock } from "#components/layout/columns.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Fact, Facts } from "#components/ui/marks/fact.tsx";
import { Section } from "#components/ui/section.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import type { PipelinePlan } from "#server/contracts/launch/pipeline.ts";
import { questionIssue } from "#server/contracts/launch/launch-limits.ts";
import { topics } from "#server/contracts/live.ts";
import { parseSeeds } from "#server/contracts/launch/seeds.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { DeviceField, LimitFields } from "./limit-fields.tsx";
import { SlurmFields } from "./slurm-fields.tsx";
import { TakesAbout, WhereTrained } from "./takes-about.tsx";
import { chosenLimits, type LimitDraft } from "./chosen-limits.ts";
import { InNoPipeline } from "./in-no-pipeline.tsx";
import { freshLaunchKey } from "./launch-key.ts";
import { LaunchPress, PLANNING } from "./launch-press.tsx";
import { offeredSets } from "./offered-sets.ts";
import { NO_INTERVAL_BELOW } from "#server/wording/seeds.ts";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { launchHref } from "../search-params/launch.ts";

type StageLint = PipelinePlan["lints"][number];

/** What the recipes say of the stages of a pipeline, once each, with every stage it is said of. */
export function lintsByClaim(lints: readonly StageLint[]): { lint: StageLint; stages: string[] }[] {
  const same = Map.groupBy(lints, ({ id, claim, detail }) => `${id} ${claim} ${detail}`);
  return [...same.values()].map((group) => ({ lint: group[0], stages: group.map(({ stage }) => stage) }));
}

const takesWords = (takes: Record<string, string>): string =>
  Object.entries(takes)
    .map(([slot, stage]) => `${slot}: ${stage}`)
    .join(", ") || NOT_MEASURED;

/** The stages in order: what each runs, what it takes, how often. */
function PipelineStages({ plan }: { plan: PipelinePlan }) {
  return (
    <Section
      title="Stages"
      note="each waits for what it takes; if a source fails, what follows it does not start"
    >
      <Table label="Stages of the pipeline">
        <thead>
          <tr>
            <HeadCell fixed>Stage</HeadCell>
            <HeadCell>Recipe and preset</HeadCell>
            <HeadCell>Takes</HeadCell>
            <HeadCell num>Seeds</HeadCell>
            <HeadCell>What for</HeadCell>
          </tr>
        </thead>
        <tbody>
          {plan.stages.map((stage) => (
            <Row key={stage.key}>
              <Cell fixed>
                <code>{stage.key}</code>
              </Cell>
              <Cell wrap>
                <PageLink
                  href={launchHref("/launch", { recipe: stage.recipe, presets: [stage.preset], mode: "one" })}
                >
                  {stage.recipe}, {stage.preset}
                </PageLink>
                {stage.edits.length > 0 ? <div className="muted small">{stage.edits.join(", ")}</div> : null}
              </Cell>
              <Cell wrap>{takesWords(stage.takes)}</Cell>
              <Cell num>{stage.seeds.join(", ")}</Cell>
              <Cell wrap>{stage.reason}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

export interface PipelineDraft extends LimitDraft {
  /** What the form was of before; a pipeline names its own. */
  recipe: string;
  mode: "one" | "matrix" | "pipeline";
  chain: string;
  seeds: string;
  size: "full" | "smoke";
  problems: string;
  title: string;
}

interface PipelineFormProps {
  /** Name of the recipe that the form was of; null where it was of none in particular. */
  cameFrom: string | null;
  draft: PipelineDraft;
  setDraft: (change: Partial<PipelineDraft>) => void;
}

const SIZES = [
  { value: "full", label: "full: the measured settings" },
  { value: "smoke", label: "smoke: every recipe in about two seconds, to see it work" },
];

function PipelineCost({ plan }: { plan: PipelinePlan }) {
  const { estimate, runs, stages, devices } = plan;
  return (
    <Facts>
      <Fact label="New runs" note={countOf(stages.length, "stage")}>
        {writeCount(runs)}
      </Fact>
      <Fact label="Train episodes" note="at most, all runs">
        {writeCount(estimate.episodes)}
      </Fact>
      <TakesAbout estimate={estimate} runs={runs} />
      <WhereTrained devices={devices} />
    </Facts>
  );
}

/** Launches several recipes at once, each waiting for what an earlier one makes. */
export function PipelineForm({ cameFrom, draft, setDraft }: PipelineFormProps) {
  const api = useApi();
  const router = useGo();
  const project = useProject();
  const benchmarks = useQuery(
    api.benchmarks.list.queryOptions(undefined, { meta: liveOn([topics.benchmarks]) }),
  );
  const typed = draft.seeds.trim();
  const seeds = typed === "" ? undefined : parseSeeds(typed);
  const planned = useQuery(
    api.runs.planPipeline.queryOptions(
      {
        chain: draft.chain,
        seeds: seeds ?? undefined,
        smoke: draft.size === "smoke",
        problems: draft.problems || "generated",
        on: draft.on || undefined,
        device: draft.device || undefined,
      },
      { placeholderData: keepPreviousData, retry: false, meta: liveOn([topics.workers], 3000) },
    ),
  );
  const [launchKey, setLaunchKey] = useState(freshLaunchKey);
  const launch = useMutation(
    api.runs.launchPipeline.mutationOptions({
      onSuccess: ({ experimentId }) => {
        setLaunchKey(freshLaunchKey());
        router.push(`/experiments/${experimentId}`);
      },
    }),
  );
  const plan = planned.data;
  const { limits, wrongAsk } = chosenLimits(draft, plan?.engines ?? []);
  const blocked =
    seeds === null ||
    limits === null ||
    wrongAsk !== undefined ||
    questionIssue(draft.title) !== null ||
    !plan ||
    planned.isPlaceholderData ||
    plan.issues.length > 0;
  const busy = launch.isPending || launch.isSuccess;
  const submit = () => {
    if (blocked || busy) return;
    const title = draft.title.trim() || plan.title;
    const { launch: stages, baseline, primary } = plan;
    launch.mutate({
      launchKey,
      experiment: { title, project: project ?? undefined },
      stages,
      baseline,
      primary: primary ?? undefined,
      limits,
    });
  };
  if (cameFrom !== null && plan && !plan.chains.some(({ recipes }) => recipes.includes(draft.recipe)))
    return <InNoPipeline title={cameFrom} setDraft={setDraft} />;
  const names = ["generated", ...(benchmarks.data ? offeredSets(benchmarks.data) : [])];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <QueryState query={planned} what="the pipeline" height={400}>
        {(now) => (
          <Columns
            width="wide"
            label="What the launch will do"
            margin={
              <>
                <PipelineCost plan={now} />
                <MarginBlock title="Before you launch">
                  {now.issues.map((issue) => (
                    <Strip key={issue.message} place="margin" level="error" claim={`${issue.variant}.`}>
                      {issue.message}
                    </Strip>
                  ))}
                  {lintsByClaim(now.lints).map(({ lint, stages }) => (
                    <Strip
                      key={lint.id + lint.claim + lint.detail}
                      place="margin"
                      level={lint.level === "caution" ? "warning" : "info"}
                      rule={lint.id}
                      claim={lint.claim}
                      evidence={`In ${stages.join(", ")}.`}
                    >
                      {lint.detail}
                    </Strip>
                  ))}
                  {now.issues.length === 0 && now.lints.length === 0 ? (
                    <p className="muted">No warnings.</p>
                  ) : null}
                </MarginBlock>
                <ProjectField />
                <LaunchPress
                  runs={planned.isPlaceholderData ? null : now.runs}
                  blocked={
                    planned.isPlaceholderData ? PLANNING : blocked ? "Something in the form is wrong" : null
                  }
                  busy={busy}
                  error={launch.error?.message}
                  submit={submit}
                />
              </>
            }
          >
            <Section title={now.title} note={`compared with ${now.baseline}`}>
              <SelectField
                label="Pipeline"
                name="chain"
                value={now.id}
                onChange={(chain) => setDraft({ chain })}
                options={now.chains.map(({ id, title }) => ({ value: id, label: title }))}
                why={now.summary}
                width={560}
              />
              <TextField
                label="Question"
                value={draft.title}
                onChange={(title) => setDraft({ title })}
                placeholder={now.title}
                why="Becomes the experiment's title."
                error={questionIssue(draft.title)}
                width={560}
              />
              <TextField
                label="Seeds"
                name="seed"
                value={draft.seeds}
                onChange={(text) => setDraft({ seeds: text })}
                placeholder={now.seeds.join(", ")}
                error={seeds === null ? "Seeds are whole numbers such as 0-2 or 0, 3, 7; at most 200." : null}
                why={`Of the stages that are trained more than once. ${NO_INTERVAL_BELOW}.`}
                width={150}
              />
              {now.choosesProblems || draft.problems ? (
                <SelectField
                  label="Problems"
                  name="problems"
                  value={draft.problems || "generated"}
                  onChange={(problems) => setDraft({ problems })}
                  options={names.map((name) => ({ value: name, label: name }))}
                  why="Every stage trains on the same part and is measured on the same held-out one."
                  width={300}
                />
              ) : null}
              <SelectField
                label="Size"
                value={draft.size}
                onChange={(size) => setDraft({ size: size === "smoke" ? "smoke" : "full" })}
                options={SIZES}
                width={300}
              />
              <LimitFields limit={draft.limit} retries={draft.retries} onChange={setDraft} />
              <DeviceField device={draft.device} devices={now.devices} onChange={setDraft} />
              <SlurmFields on={draft.on} texts={draft.ask} engines={now.engines} onChange={setDraft} />
            </Section>
            <PipelineStages plan={now} />
          </Columns>
        )}
      </QueryState>
    </form>
  );
}
