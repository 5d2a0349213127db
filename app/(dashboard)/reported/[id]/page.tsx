import type { Metadata } from "next";
import { ReportedTablePage } from "#components/reported/table-page.tsx";
import { visibleName } from "#server/contracts/visible-name.ts";
import { api, Hydrate, read, readThing } from "../../../rsc.tsx";

interface PageProps {
  params: Promise<{ id: string }>;
}

/** The tab says which one it is. */
export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id } = await params;
  const found = await read(api().reported.get.queryOptions({ id }));
  return { title: visibleName(found?.title ?? "Reported table") };
}

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  await readThing(api().reported.get.queryOptions({ id }));
  return (
    <Hydrate>
      <ReportedTablePage id={id} />
    </Hydrate>
  );
}
