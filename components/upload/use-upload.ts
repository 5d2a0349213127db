"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { freshLaunchKey } from "#components/launch/launch-key.ts";
import { useApi } from "#components/trpc/api.ts";
import { toBatches } from "#server/contracts/upload/batches.ts";

export interface SentFile {
  name: string;
  text: string;
}

export interface Upload {
  /** Sends the files in parts, then has `ask` read them under the id they were sent by. False where either failed; `error` says why. */
  send: (files: readonly SentFile[], ask: (stagingId: string) => Promise<unknown>) => Promise<boolean>;
  busy: boolean;
  /** Sends no further part; nothing is asked of what was sent. */
  cancel: () => void;
  /** Parts that arrived, of all; null while nothing is on its way. */
  parts: { sent: number; of: number } | null;
  error: string | null;
  /** Says what is wrong before anything is sent; null takes it back. */
  setError: (error: string | null) => void;
}

/** Files that this browser read and the server takes in parts, below its request limit: texts, or bytes as base64. */
export function useUpload(as: "text" | "bytes"): Upload {
  const api = useApi();
  const stageTexts = useMutation(api.benchmarks.stage.mutationOptions());
  const stageBytes = useMutation(api.imports.stage.mutationOptions());
  const [parts, setParts] = useState<Upload["parts"]>(null);
  const [error, setError] = useState<string | null>(null);
  /** At once, while `parts` is known only when the page is drawn again. */
  const isSending = useRef(false);
  const isCanceled = useRef(false);
  const send: Upload["send"] = async (files, ask) => {
    if (isSending.current) return false;
    isSending.current = true;
    isCanceled.current = false;
    const batches = toBatches(files);
    const stagingId = freshLaunchKey();
    setError(null);
    setParts({ sent: 0, of: batches.length });
    try {
      for (const [i, batch] of batches.entries()) {
        await (as === "text"
          ? stageTexts.mutateAsync({ stagingId, files: batch })
          : stageBytes.mutateAsync({
              stagingId,
              files: batch.map(({ text, ...file }) => ({ ...file, bytes: text })),
            }));
        if (isCanceled.current) throw new Error("Canceled: nothing was stored.");
        setParts({ sent: i + 1, of: batches.length });
      }
      await ask(stagingId);
      return true;
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
      return false;
    } finally {
      isSending.current = false;
      setParts(null);
    }
  };
  const cancel = () => {
    isCanceled.current = true;
  };
  return { send, busy: parts !== null, cancel, parts, error, setError };
}
