import { notFound, redirect } from "next/navigation";
import { api, read } from "../../../../../rsc.tsx";

/** The address of a run that wandb prints when it begins and when it ends. */
export default async function Page({ params }: { params: Promise<{ project: string; key: string }> }) {
  const { project, key } = await params;
  const question = { place: decodeURIComponent(project), key: decodeURIComponent(key) };
  const found = await read(api().external.find.queryOptions(question));
  if (!found) notFound();
  redirect(found.path);
}
