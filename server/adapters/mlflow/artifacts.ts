import type { ExternalVerbs } from "../../contracts/external/verbs.ts";
import { holdCompletions, rolloutsOfRows, tableRows } from "../../foreign/completions.ts";
import { keepGroupsInParts } from "../group-in-parts.ts";
import { jsonAnswer, type AdapterAnswer, type AdapterRequest } from "../adapter.ts";

export const ARTIFACTS = "/api/2.0/mlflow-artifacts/artifacts";

/** Run and path inside it of "EXPERIMENT/RUN/artifacts/PATH"; null where it is none. */
function placeOf(path: string): { runId: string; inside: string } | null {
  const found = /^[^/]+\/([^/]+)\/artifacts(?:\/(.*))?$/s.exec(path.replace(/^\/+/, ""));
  return found ? { runId: found[1], inside: found[2] ?? "" } : null;
}

/** One file put, read or the files below a path listed. Tables of completions are read as such besides being kept. */
export async function answerArtifacts(request: AdapterRequest, verbs: ExternalVerbs): Promise<AdapterAnswer> {
  const { method, path, query } = request;
  const listed = path === ARTIFACTS ? query.get("path") : null;
  const place = placeOf(listed ?? path.slice(ARTIFACTS.length));
  if (place === null || verbs.read(place.runId) === null)
    return method === "GET" && listed === null ? notThere(path) : jsonAnswer({ files: [] });
  const { runId, inside } = place;
  if (listed !== null) return jsonAnswer({ files: filesBelow(verbs, runId, inside) });
  if (method === "GET") {
    const bytes = verbs.readFile(runId, inside);
    return bytes === null ? notThere(path) : { status: 200, type: "application/octet-stream", body: bytes };
  }
  if (method === "DELETE") return jsonAnswer({});
  const type = request.headers["content-type"] ?? null;
  const isTable = inside.endsWith(".json");
  // A table that grows comes whole each time, read back by pandas, which makes numbers of "2": only its new rows are read.
  const before = isTable ? verbs.readFile(runId, inside) : null;
  const had = before === null ? 0 : (tableRows(before)?.length ?? 0);
  await verbs.keepFile(runId, { path: inside, type, bytes: request.body });
  const rows = isTable ? (tableRows(request.body) ?? []) : [];
  if (holdCompletions(rows))
    await keepGroupsInParts(verbs, runId, rolloutsOfRows(rows.slice(had), { step: 0, phase: null }));
  verbs.hear(runId);
  return jsonAnswer({});
}

const notThere = (path: string): AdapterAnswer =>
  jsonAnswer({ error_code: "RESOURCE_DOES_NOT_EXIST", message: `There is no file ${path}.` }, 404);

/** What lies directly below a folder of a run's files; the folder of a file has no entry of its own. */
function filesBelow(verbs: ExternalVerbs, runId: string, folder: string) {
  const start = folder === "" ? "" : `${folder.replace(/(?<!\/)\/+$/, "")}/`;
  const found = new Map<string, { path: string; is_dir: boolean; file_size?: number }>();
  for (const { path, bytes } of verbs.listFiles(runId)) {
    if (!path.startsWith(start)) continue;
    const [name, ...below] = path.slice(start.length).split("/");
    if (below.length > 0) found.set(name, { path: name, is_dir: true });
    else found.set(name, { path: name, is_dir: false, file_size: bytes });
  }
  return [...found.values()];
}

/** A file over the limit was not kept; the client goes on and the run says so. */
export function sayOversized(
  { path }: AdapterRequest,
  verbs: ExternalVerbs,
  mostBytes: number,
): AdapterAnswer {
  const place = path.startsWith(`${ARTIFACTS}/`) ? placeOf(path.slice(ARTIFACTS.length)) : null;
  if (place !== null && verbs.read(place.runId) !== null)
    verbs.say(place.runId, {
      level: "warning",
      message: `The file "${place.inside.slice(0, 300)}" is larger than ${mostBytes / 1024 / 1024} MiB and was not kept.`,
      id: `dropped:${place.inside}`,
    });
  return jsonAnswer({});
}
