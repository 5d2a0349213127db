import { notFound, redirect } from "next/navigation";
import { api, read } from "../../../rsc.tsx";

/** The address of a project that wandb prints: the experiment that its runs came into. */
export default async function Page({ params }: { params: Promise<{ project: string }> }) {
  const place = decodeURIComponent((await params).project);
  const found = await read(api().external.find.queryOptions({ place, key: null }));
  if (!found) notFound();
  redirect(found.path);
}
