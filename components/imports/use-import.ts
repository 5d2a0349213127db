"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/layout/use-project.ts";
import { useApi } from "#components/trpc/api.ts";
import type { ChosenFile } from "#components/upload/dropped-files.ts";
import { readBase64 } from "#components/upload/read-base64.ts";
import { useUpload } from "#components/upload/use-upload.ts";
import type { ImportAnswer } from "#server/contracts/imports/imports.ts";
import type { ColumnMapping } from "#server/contracts/imports/mapping.ts";
import { isWanted, MOST_IMPORT_FILES } from "#server/contracts/imports/wanted-files.ts";
import { MAX_UPLOAD_FILE_BYTES } from "#server/contracts/upload/batches.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";

/** What is asked of an import beside its files. */
export interface ImportAsked {
  experiment: string;
  benchmark: string;
  utcOffsetMinutes: number;
  mapping: ColumnMapping | null;
}

/** The files of what was chosen that are sent. Throws what keeps them from being sent. */
export function wantedOf(chosen: readonly ChosenFile[]): ChosenFile[] {
  const wanted = chosen.length === 1 ? [...chosen] : chosen.filter(({ path }) => isWanted(path));
  if (wanted.length === 0) throw new Error("It holds no file that is imported.");
  if (wanted.length > MOST_IMPORT_FILES)
    throw new Error(
      `It holds ${countOf(wanted.length, "file")}; an import takes ${writeCount(MOST_IMPORT_FILES)}. Import its parts, or use npx ablab import.`,
    );
  const large = wanted.find(({ file }) => file.size > MAX_UPLOAD_FILE_BYTES);
  if (large)
    throw new Error(
      `${large.path} has ${writeBytes(large.file.size)}; a browser sends at most ${writeBytes(MAX_UPLOAD_FILE_BYTES)} of one. Use npx ablab import PATH.`,
    );
  return wanted;
}

const PROGRESS_MS = 500;
const NO_ID = "00000000-0000-4000-8000-000000000000";

/** Sends files, previews what they would bring, and imports what was previewed. */
export function useImport() {
  const api = useApi();
  const project = useProject();
  const upload = useUpload("bytes");
  const [stagingId, setStagingId] = useState<string | null>(null);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const add = useMutation(api.imports.add.mutationOptions());
  const progress = useQuery(
    api.imports.progress.queryOptions(
      { stagingId: stagingId ?? NO_ID },
      { enabled: stagingId !== null && add.isPending, refetchInterval: PROGRESS_MS, gcTime: 0 },
    ),
  );
  const discard = useMutation(api.imports.discard.mutationOptions());
  const ask = async (id: string, asked: ImportAsked, commit: boolean) => {
    const { benchmark, ...rest } = asked;
    setAnswer(
      await add.mutateAsync({
        ...rest,
        benchmark: benchmark.trim() === "" ? null : benchmark,
        project: project ?? undefined,
        stagingId: id,
        commit,
      }),
    );
  };
  const attempt = async (asking: Promise<void>) => {
    upload.setError(null);
    try {
      await asking;
    } catch (problem) {
      upload.setError(problem instanceof Error ? problem.message : String(problem));
    }
  };
  const reset = () => {
    if (stagingId !== null) discard.mutate({ stagingId });
    setStagingId(null);
    setAnswer(null);
    upload.setError(null);
  };
  return {
    upload,
    answer,
    busy: upload.busy || add.isPending,
    /** How far the reading or storing of what was sent is; null where none is under way. */
    progress: add.isPending ? (progress.data ?? null) : null,
    /** Forgets what was sent. */
    reset,
    /** What is to become of files that were sent; sends them where none were yet. */
    preview: (files: readonly ChosenFile[], asked: ImportAsked) =>
      attempt(
        (async () => {
          if (stagingId !== null) return ask(stagingId, asked, false);
          const sent = await Promise.all(
            wantedOf(files).map(async ({ path, file }) => ({ name: path, text: await readBase64(file) })),
          );
          await upload.send(sent, async (id) => {
            setStagingId(id);
            await ask(id, asked, false);
          });
          return undefined;
        })(),
      ),
    commit: (asked: ImportAsked) =>
      attempt(
        (async () => {
          if (stagingId === null) return;
          await ask(stagingId, asked, true);
          setStagingId(null);
        })(),
      ),
  };
}
