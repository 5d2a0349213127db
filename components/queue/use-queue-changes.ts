"use client";

import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { useApi } from "#components/trpc/api.ts";
import { announce } from "#components/ui/announce.ts";
import type { Priority, Queue, QueueAnswer } from "#server/contracts/queue/queue.ts";

/** Changes of one page reach the server one after the other, each on top of the one before it. */
const IN_TURN = { id: "queue" };

/** The queue as it will be once the server has made the changes of this page. */
const FORESEEN = ["queue", "foreseen"];

/** A list that was asked for before a change and arrives after it does not take the change back. */
export function newerQueue(asked: Queue, foreseen: Queue | null | undefined): Queue {
  return foreseen && foreseen.version > asked.version ? foreseen : asked;
}

export interface QueueChanges {
  /** The queue as this page made it, for `newerQueue`; null where it changed nothing that the server has not taken. */
  foreseen: Queue | null;
  /** The queue with every change so far, those of a key that was pressed twice before it was drawn among them. */
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
  const { tell } = useAnnotate();
  const key = api.queue.read.queryKey();
  const { data: foreseen = null } = useQuery<Queue | null>({ queryKey: FORESEEN, queryFn: skipToken });
  const now = () => {
    const asked = cache.getQueryData<Queue>(key);
    return asked && newerQueue(asked, cache.getQueryData<Queue | null>(FORESEEN));
  };
  const version = () => now()?.version;
  const show = (queue: Queue | null) => cache.setQueryData(FORESEEN, queue);
  /** The next change is made on top of this one, before its answer is here. */
  const foresee = (change = (queue: Queue) => queue) => {
    const queue = now();
    if (queue) show({ ...change(queue), version: queue.version + 1 });
  };
  const learn = ({ version: made, changed }: QueueAnswer) => {
    const queue = now();
    if (!changed) show(null);
    else if (queue && made > queue.version) show({ ...queue, version: made });
  };
  const told = {
    scope: IN_TURN,
    onError: ({ message }: { message: string }) => {
      announce(message);
      show(null);
      void cache.invalidateQueries({ queryKey: key });
    },
  };
  const restore = useMutation(
    api.queue.restore.mutationOptions({
      ...told,
      onSuccess: (answer) => {
        learn(answer);
        tell({ message: answer.message, undo: [] });
      },
    }),
  );
  const takeBack = (undo: QueueAnswer["undo"]) => {
    const answer = restore.mutateAsync(undo);
    foresee();
    return answer;
  };
  const onSuccess = (answer: QueueAnswer) => {
    learn(answer);
    const { changed, message: sentence, undo } = answer;
    tell({ message: sentence, undo: [], ...(changed && { takeBack: () => takeBack(undo) }) });
  };
  const move = useMutation(api.queue.move.mutationOptions({ ...told, onSuccess }));
  const prioritise = useMutation(api.queue.prioritise.mutationOptions({ ...told, onSuccess }));
  const pause = useMutation(api.queue.pause.mutationOptions({ ...told, onSuccess }));
  return {
    foreseen,
    now,
    move: (id, before) => {
      move.mutate({ id, before, version: version() });
      foresee((queue) => moved(queue, id, before));
    },
    prioritise: (id, priority) => {
      prioritise.mutate({ id, priority, version: version() });
      foresee();
    },
    pause: (paused) => {
      pause.mutate({ paused, version: version() });
      foresee();
    },
    refusal: (move.error ?? prioritise.error ?? pause.error ?? restore.error)?.message ?? null,
  };
}
