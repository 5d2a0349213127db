import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { EpisodePage } from "#packs/repair/pages/episodes/episode-page.tsx";
import { loadEpisodeSearch } from "#components/search-params/evaluations.ts";
import { api, Hydrate, readThing } from "../../../../rsc.tsx";

export const metadata: Metadata = { title: "Episode" };

interface Props {
  params: Promise<{ id: string; problem: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Page({ params, searchParams }: Props) {
  const { id, problem } = await params;
  const { set } = await loadEpisodeSearch(searchParams);
  await readThing(
    api().evaluations.episode.queryOptions({
      evaluationId: id,
      problem: decodeURIComponent(problem),
      labelSetId: set,
    }),
  );
  return (
    <Hydrate>
      <EpisodePage evaluationId={id} problem={decodeURIComponent(problem)} />
    </Hydrate>
  );
}
