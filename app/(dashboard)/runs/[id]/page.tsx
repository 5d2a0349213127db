import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { firstQuestions } from "#components/runs/first-questions.ts";
import { loadRolloutSearch, stepQuestion } from "#components/rollouts/rollout-search.ts";
import { RunPage } from "#components/runs/run-page.tsx";
import { loadRunPageSearch } from "#components/search-params/runs.ts";
import { viewScope } from "#server/contracts/charts/panel-layout.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { api, Hydrate, prefetch, read, readThing } from "../../../rsc.tsx";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** The tab says which one it is. */
export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const { id } = await params;
  const found = await read(api().runs.get.queryOptions({ id }));
  return { title: visibleName(found?.row.name ?? "Run") };
}

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const { tab, ...search } = await loadRunPageSearch(searchParams);
  const { rollouts, runs, series, views } = api();
  const [run, view] = await Promise.all([
    readThing(runs.get.queryOptions({ id })),
    search.view === null ? undefined : read(views.get.queryOptions({ id: search.view })),
  ]);
  if (run && tab === "charts")
    await prefetch(
      views.list.queryOptions({ scope: viewScope.recipe(run.row.recipe) }),
      series.axes.queryOptions({ runIds: [id] }),
      ...firstQuestions(run, view?.layout, search).map((question) => series.window.queryOptions(question)),
    );
  if (tab === "groups") {
    const view = await loadRolloutSearch(searchParams);
    await prefetch(
      rollouts.steps.queryOptions({ runId: id }),
      rollouts.step.queryOptions(stepQuestion(id, view)),
    );
  }
  return (
    <Hydrate>
      <RunPage id={id} />
    </Hydrate>
  );
}
