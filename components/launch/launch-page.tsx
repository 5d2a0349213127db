"use client";

import { ProjectField } from "./project-field.tsx";
import { useShellCounts } from "#components/shell/bench-shell.tsx";
import { useProject } from "#components/layout/use-project.ts";
import { useGo } from "#components/ui/use-go.ts";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { Columns } from "#components/layout/columns.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { questionIssue } from "#server/contracts/launch/launch-limits.ts";
import { topics } from "#server/contracts/live.ts";
import type { LaunchPlan, RecipeDescription } from "#server/contracts/launch/plan.ts";
import { PipelineForm } from "./pipeline-form.tsx";
import { chosenPresets, draftMatrix, slotSources, type Draft } from "./draft.ts";
import { LaunchFields } from "./launch-fields.tsx";
import { launchSearch } from "../search-params/launch.ts";
import { LaunchPress, PLANNING } from "./launch-press.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { PowerPanel } from "./power-panel.tsx";
import { chosenLimits } from "./chosen-limits.ts";
import { freshLaunchKey } from "./launch-key.ts";
import { offeredSets } from "./offered-sets.ts";

const MODES = [
  { value: "one" as const, label: "One run" },
  { value: "matrix" as const, label: "Matrix" },
  { value: "pipeline" as const, label: "Pipeline" },
];

function defaultTitle(recipe: RecipeDescription, draft: Draft): string {
  const what = [...chosenPresets(recipe, draft), ...Object.keys(draft.vary)].join(", ");
  return `${recipe.title}: ${what}`;
}

/** Where the eye should go: the first field that is wrong. */
function focusField(name: string | null): void {
  const named = name === null ? null : document.querySelector(`[data-param="${CSS.escape(name)}"]`);
  const control = named?.querySelector<HTMLElement>("input, select, textarea");
  control?.focus();
  control?.scrollIntoView({ block: "center" });
}

/** The recipe that is asked for, else what launches of the project begin with, else the first. */
const recipeOf = (recipes: RecipeDescription[], asked: string, usual: string | null | undefined) =>
  recipes.find(({ slug }) => slug === (asked || usual)) ?? recipes[0];

type LaunchState = ReturnType<typeof useQueryStates<typeof launchSearch>>;

interface FormProps {
  recipes: RecipeDescription[];
  draft: LaunchState[0] & { mode: Draft["mode"] };
  setDraft: LaunchState[1];
}

function Form({ recipes, draft, setDraft }: FormProps) {
  const api = useApi();
  const router = useGo();
  const project = useProject();
  const usual = useShellCounts()?.project?.recipe;
  const recipe = recipeOf(recipes, draft.recipe, usual);
  const matrix = draftMatrix(recipe, draft);
  const benchmarks = useQuery(
    api.benchmarks.list.queryOptions(undefined, { meta: liveOn([topics.benchmarks]) }),
  );
  const planned = useQuery(
    api.runs.plan.queryOptions(
      {
        recipe: recipe.slug,
        matrix: matrix ?? { presets: [recipe.baselinePreset], edits: {}, factors: [], seeds: [0] },
        inputs: slotSources(recipe, draft),
        ...(draft.experiment && { experiment: draft.experiment, missing: draft.missing }),
        on: draft.on || undefined,
        device: draft.device || undefined,
      },
      {
        enabled: matrix !== null,
        placeholderData: keepPreviousData,
        retry: false,
        staleTime: 0,
        meta: liveOn([topics.workers, topics.benchmarks, topics.runs], 3000),
      },
    ),
  );
  const plan: LaunchPlan | undefined = matrix === null ? undefined : planned.data;
  // While the form is planned anew the panel keeps the plan before it, which says nothing of what a press would launch.
  const own = planned.isPlaceholderData ? undefined : plan;
  // One key per press of Launch: the same press, sent twice, starts its runs once.
  const [launchKey, setLaunchKey] = useState(freshLaunchKey);
  const [asked, setAsked] = useState(false);
  const launch = useMutation(
    api.runs.launch.mutationOptions({
      onSuccess: ({ runs, experimentId }) => {
        setLaunchKey(freshLaunchKey());
        router.push(runs.length > 1 ? `/experiments/${experimentId}` : `/runs/${runs[0].id}`);
      },
    }),
  );
  const wrongTitle = questionIssue(draft.title);
  const { limits, wrongAsk } = chosenLimits(draft, plan?.engines ?? []);
  const blocked =
    wrongAsk !== undefined ||
    limits === null ||
    matrix === null ||
    wrongTitle !== null ||
    (own?.issues.length ?? 0) > 0;
  /** Nothing in the form is wrong by itself, and yet there is nothing to launch. */
  const nothing = blocked
    ? null
    : planned.isError
      ? planned.error.message
      : own === undefined
        ? PLANNING
        : own.runs === 0
          ? "Nothing is missing: every run of this stands already"
          : null;
  const submit = () => {
    setAsked(true);
    if (blocked || matrix === null)
      return focusField(
        limits === null
          ? "limit"
          : wrongAsk
            ? `slurm.${wrongAsk.field}`
            : matrix === null
              ? "seeds"
              : wrongTitle
                ? "title"
                : (own?.issues[0]?.field ?? null),
      );
    if (nothing !== null || launch.isPending || launch.isSuccess) return undefined;
    const title = draft.title.trim() || defaultTitle(recipe, draft);
    launch.mutate({
      launchKey,
      recipe: recipe.slug,
      matrix,
      inputs: slotSources(recipe, draft),
      experiment: draft.experiment ? { id: draft.experiment } : { title, project: project ?? undefined },
      missing: draft.experiment !== "" && draft.missing,
      limits,
      ...(declares && {
        primary: draft.primary || undefined,
        sharedStarts: draft.shared,
        looks: draft.looks,
      }),
    });
    return undefined;
  };
  // What the claims are for is declared with the first matrix of an experiment, and fixed from then on.
  const declares = draft.mode === "matrix" && !draft.experiment;
  const wrong = asked ? (wrongTitle ?? own?.issues[0]?.message ?? (planned.isError ? null : nothing)) : null;
  const busy = launch.isPending || launch.isSuccess;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Columns
        width="wide"
        label="What the launch will do"
        margin={
          <>
            {plan ? (
              <PlanPanel plan={plan} recipe={recipe} missing={draft.missing}>
                {draft.mode === "matrix" && plan.variants.length > 1 && recipe.primary !== "" ? (
                  <PowerPanel
                    recipe={recipe}
                    plan={plan}
                    primary={draft.primary}
                    show={draft.show}
                    pilot={draft.pilot}
                    onChange={(change) => void setDraft(change)}
                  />
                ) : null}
              </PlanPanel>
            ) : (
              <p className={planned.error ? "crit" : "muted"} role={planned.error ? "alert" : undefined}>
                {planned.error ? planned.error.message : "The plan appears here."}
              </p>
            )}
            {draft.experiment ? null : <ProjectField />}
            <LaunchPress
              runs={blocked ? 0 : (own?.runs ?? null)}
              blocked={blocked ? "Something in the form is wrong; pressing this goes there" : nothing}
              busy={busy}
              error={launch.error?.message}
              submit={submit}
            >
              {wrong ? (
                <p className="crit" role="alert">
                  {wrong}
                </p>
              ) : null}
            </LaunchPress>
          </>
        }
      >
        <div className="quiet-help">
          <LaunchFields
            key={recipe.slug}
            recipe={recipe}
            recipes={recipes}
            draft={draft}
            setDraft={(change) => void setDraft(change)}
            plan={plan}
            isRefused={planned.isError}
            benchmarks={benchmarks.data ? offeredSets(benchmarks.data) : []}
            titlePlaceholder={defaultTitle(recipe, draft)}
          />
        </div>
      </Columns>
    </form>
  );
}

/** One form of three: a run, a matrix of runs, or a pipeline of recipes. */
function Forms({ recipes }: { recipes: RecipeDescription[] }) {
  const [draft, setDraft] = useQueryStates(launchSearch, { history: "replace" });
  const { mode } = draft;
  const usual = useShellCounts()?.project?.recipe;
  const recipe = recipeOf(recipes, draft.recipe, usual);
  return (
    <>
      <PageHead
        title={mode === "pipeline" ? "A pipeline of recipes" : recipe.title}
        summary={
          mode === "pipeline"
            ? "Runs that take what earlier ones make, launched together: each waits for its source, and does not start if that fails."
            : recipe.summary
        }
        actions={
          <>
            <Segmented
              label="What is launched"
              value={mode}
              options={MODES}
              onChange={(next) => void setDraft({ mode: next })}
            />
            <Button kind="quiet" onClick={() => void setDraft(null)}>
              Reset
            </Button>
          </>
        }
      />
      {mode === "pipeline" ? (
        <PipelineForm
          cameFrom={draft.recipe === recipe.slug ? recipe.title : null}
          draft={draft}
          setDraft={(change) => void setDraft(change)}
        />
      ) : (
        <Form recipes={recipes} draft={{ ...draft, mode }} setDraft={setDraft} />
      )}
    </>
  );
}

/** Launch a run, a matrix or a pipeline: fields from the recipe's schema, and beside them everything the press will do. */
export function LaunchPage() {
  const api = useApi();
  const recipes = useQuery(api.bench.recipes.queryOptions());
  return (
    <BenchPage crumbs={[{ label: "Launch" }]} dataAt={recipes.dataUpdatedAt}>
      <QueryState query={recipes} what="the recipes" isPage height={400}>
        {(list) => <Forms recipes={list} />}
      </QueryState>
    </BenchPage>
  );
}
