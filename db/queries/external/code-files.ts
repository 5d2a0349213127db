import type { Db } from "../../client.ts";

/** The list of packages and the patches that a client sent at the top of a run's files, by path; larger ones are left out. */
export const selectFilesOfCode = (
  db: Db,
  runId: string,
  mostBytes: number,
): { path: string; sha256: string; data: Buffer }[] =>
  db.$client
    .prepare(
      `select path, sha256, data from external_files
       where run_id = ? and data is not null and bytes <= ?
         and (path = 'requirements.txt' or path = 'diff.patch' or (path glob 'upstream_diff_*.patch' and path not glob '*/*'))
       order by path`,
    )
    .all(runId, mostBytes) as { path: string; sha256: string; data: Buffer }[];
