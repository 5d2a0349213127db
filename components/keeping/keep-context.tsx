"use client";

import { useMutation } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useKeys } from "#components/layout/use-keys.ts";
import { useApi } from "#components/trpc/api.ts";
import { announce } from "#components/ui/announce.ts";
import { Button } from "#components/ui/controls/button.tsx";
import type { Keep, KeepAnswer } from "#server/contracts/housekeeping/keeping.ts";

/** What was done: taken back by other changes of what is kept, or by a verb of its own. */
interface Told extends Pick<KeepAnswer, "sentence" | "undo"> {
  /** Whoever gives it need not catch: a refusal is shown where the press is. */
  takeBack?: () => Promise<unknown>;
}

interface Keeping {
  /** Changes things; `whenDone` hears of a change that was made. Whoever gives it shows `refusal`; else the page says why. */
  keep(changes: Keep[], whenDone?: () => void): void;
  /** Says what another verb did, and how it is taken back. */
  tell(answer: Told): void;
  /** Shows why a change was refused that nothing else shows it of: the `onError` of such mutations. */
  refuse(error: { message: string }): void;
  pending: boolean;
  /** Why the last change was refused. */
  refusal: string | null;
  /** Forgets it, as when another dialog opens. */
  forget(): void;
}

/** What is said of a change that was taken back by a verb which says nothing itself. */
const tookBack = ({ sentence }: Told): Told => ({ sentence: `Took back: ${sentence}`, undo: [] });

const KeepContext = createContext<Keeping | null>(null);

/** How names, tags, notes, pins and the archive are changed from anywhere on the page. */
export function useKeep(): Keeping {
  const keeping = useContext(KeepContext);
  if (!keeping) throw new Error("useKeep needs a KeepProvider above it.");
  return keeping;
}

/** Makes changes and, for as long as the page is open, takes back the last of them. */
export function KeepProvider({ children }: { children: ReactNode }) {
  const [done, setDone] = useState<Told | null>(null);
  /** Why something was refused that no dialog is open for. */
  const [refused, setRefused] = useState<string | null>(null);
  const [isTakingBack, setTakingBack] = useState(false);
  const tell = useCallback((answer: Told) => {
    setDone(answer);
    setRefused(null);
    announce(answer.sentence);
  }, []);
  const refuse = useCallback(({ message }: { message: string }) => {
    setRefused(message);
    announce(message);
  }, []);
  const { mutate, isPending, error, reset } = useMutation(
    useApi().keeping.keep.mutationOptions({ onSuccess: tell }),
  );
  const keeping = useMemo(
    (): Keeping => ({
      keep: (changes, whenDone) =>
        mutate({ changes }, whenDone ? { onSuccess: whenDone } : { onError: refuse }),
      tell,
      refuse,
      pending: isPending || isTakingBack,
      refusal: error?.message ?? null,
      forget: reset,
    }),
    [mutate, refuse, tell, isPending, isTakingBack, error, reset],
  );
  const close = () => {
    setDone(null);
    setRefused(null);
  };
  const last = done;
  const takeBack = last?.takeBack;
  const undo = takeBack
    ? () => {
        setTakingBack(true);
        takeBack()
          .then(() => setDone((now) => (now === last ? tookBack(last) : now)), refuse)
          .finally(() => setTakingBack(false));
      }
    : done && done.undo.length > 0
      ? () => mutate({ changes: done.undo }, { onError: refuse })
      : null;
  useKeys([
    {
      keys: "u",
      label: "Take back the last change",
      group: "Do",
      run: () => (isPending || isTakingBack ? undefined : undo?.()),
    },
  ]);
  return (
    <KeepContext value={keeping}>
      {children}
      {done || refused ? (
        <section className="bulk popup" data-place="last" aria-label="Last change">
          <span className={refused ? "crit" : undefined}>{refused ?? done?.sentence}</span>
          {undo ? (
            <Button
              size="small"
              keys="u"
              blocked={keeping.pending ? "Waiting for the answer" : undefined}
              onClick={undo}
            >
              Undo
            </Button>
          ) : null}
          <Button size="small" kind="quiet" onClick={close}>
            Close
          </Button>
        </section>
      ) : null}
    </KeepContext>
  );
}
