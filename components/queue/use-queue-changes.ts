"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useKeep } from "#components/keeping/keep-context.tsx";
import { useApi } from "#components/trpc/api.ts";
import { announce } from "#components/ui/announce.ts";
import type { Priority, Queue, QueueAnswer } from "#server/contracts/queue/queue.ts";

/** Changes of one page reach the server one after the other, each on top of the one before it. */
const IN_TURN = { id: "queue" };

export interface QueueChanges {
  /** The queue as it is with every change so far, those of a key that was pressed twice before it was drawn among them. */
  now: () => Queue | undefined;
  /** Puts a run before another one, or behind all. */
  move: (id: string, before: string | null) => void;
  prioritise: (id: string, priority: Priority) => void;
  pause: (paused: boolean) => void;
  /** Why the last change was refused. */
  refusal: string | null;
}

/** The queue with one run at another place, as it will be once the server has said so. */
function moved(queue: Queue, id: string, before: string | null): Queue {
  const run = queue.runs.find(({ runId }) => runId === id);
  if (!run) return queue;
  const rest = queue.runs.filter(({ runId }) => runId !== id);
  const at = before === null ? rest.length : rest.findIndex(({ runId }) => runId === before);
  return { ...queue, runs: rest.toSpliced(at, 0, run) };
}

/** Changes the queue, shows a move at once, says what was done, and offers to take it back. */
export function useQueueChanges(): QueueChanges {
  const api = useApi();
  const cache = useQueryClient();
  const { tell } = useKeep();
  const key = api.queue.read.queryKey();
  const now = () => cache.getQueryData<Queue>(key);
  const version = () => now()?.version;
  const told = {
    scope: IN_TURN,
    onError: ({ message }: { message: string }) => {
      announce(message);
      void cache.invalidateQueries({ queryKey: key });
    },
  };
  const restore = useMutation(
    api.queue.restore.mutationOptions({ ...told, onSuccess: ({ sentence }) => tell({ sentence, undo: [] }) }),
  );
  const { mutateAsync: takeBack } = restore;
  const onSuccess = useCallback(
    ({ changed, sentence, undo }: QueueAnswer) =>
      tell({ sentence, undo: [], ...(changed && { takeBack: () => takeBack(undo) }) }),
    [tell, takeBack],
  );
  const move = useMutation(api.queue.move.mutationOptions({ ...told, onSuccess }));
  const prioritise = useMutation(api.queue.prioritise.mutationOptions({ ...told, onSuccess }));
  const pause = useMutation(api.queue.pause.mutationOptions({ ...told, onSuccess }));
  /** The next change is made on top of this one, before its answer is here. */
  const foresee = (change: (queue: Queue) => Queue) =>
    cache.setQueryData<Queue>(key, (queue) => queue && { ...change(queue), version: queue.version + 1 });
  return {
    now,
    move: (id, before) => {
      move.mutate({ id, before, version: version() });
      foresee((queue) => moved(queue, id, before));
    },
    prioritise: (id, priority) => prioritise.mutate({ id, priority, version: version() }),
    pause: (paused) => pause.mutate({ paused, version: version() }),
    refusal: (move.error ?? prioritise.error ?? pause.error ?? restore.error)?.message ?? null,
  };
}
