"use client";

import { useMutation } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useKeys } from "#components/layout/use-keys.ts";
import { useApi } from "#components/trpc/api.ts";
import { announce } from "#components/ui/announce.ts";
import { Button } from "#components/ui/controls/button.tsx";
import type { Keep } from "#server/contracts/housekeeping/annotations.ts";
import { NOTHING_DONE, refused, told, tookBack, tookBackByVerb, type DoneThing } from "./done-things.ts";

interface Keeping {
  /** Changes things; `whenDone` hears of a change that was made. Whoever gives it shows `refusal`; else the page says why. */
  keep(changes: Keep[], whenDone?: () => void): void;
  /** Says what another verb did, and how it is taken back. */
  tell(answer: DoneThing): void;
  /** Shows why a change was refused that nothing else shows it of: the `onError` of such mutations. */
  refuse(error: { message: string }): void;
  pending: boolean;
  /** Why the last change was refused. */
  refusal: string | null;
  /** Forgets it, as when another dialog opens. */
  forget(): void;
}

const KeepContext = createContext<Keeping | null>(null);

/** How names, tags, notes, pins and the archive are changed from anywhere on the page. */
export function useAnnotate(): Keeping {
  const keeping = useContext(KeepContext);
  if (!keeping) throw new Error("useKeep needs a KeepProvider above it.");
  return keeping;
}

/** Makes changes and, for as long as the page is open, takes them back, the last one first. */
export function KeepProvider({ children }: { children: ReactNode }) {
  const [done, setDone] = useState(NOTHING_DONE);
  const [isTakingBack, setTakingBack] = useState(false);
  const tell = useCallback((answer: DoneThing) => {
    setDone((now) => told(now, answer));
    announce(answer.message);
  }, []);
  const refuse = useCallback(({ message }: { message: string }) => {
    setDone((now) => refused(now, message));
    announce(message);
  }, []);
  const { edit } = useApi().annotations;
  const { mutate, isPending, error, reset } = useMutation(edit.mutationOptions({ onSuccess: tell }));
  const again = useMutation(edit.mutationOptions());
  const waits = isPending || isTakingBack || again.isPending;
  const keeping = useMemo(
    (): Keeping => ({
      keep: (changes, whenDone) =>
        mutate({ changes }, whenDone ? { onSuccess: whenDone } : { onError: refuse }),
      tell,
      refuse,
      pending: waits,
      refusal: error?.message ?? null,
      forget: reset,
    }),
    [mutate, refuse, tell, waits, error, reset],
  );
  const byVerb = (
    verb: Promise<unknown>,
    whenDone: () => void,
    whenRefused: (error: { message: string }) => void,
  ) => {
    setTakingBack(true);
    void verb.then(whenDone, whenRefused).finally(() => setTakingBack(false));
  };
  const last = done.stack.at(-1);
  const undo = () => {
    if (!last || waits) return;
    const back = (answer: DoneThing) => {
      setDone((now) => tookBack(now, last, answer));
      announce(answer.message);
    };
    // What was refused once is refused again: the one before it comes into reach.
    const refuseIt = ({ message }: { message: string }) => {
      setDone((now) => refused(now, message, last));
      announce(message);
    };
    const { takeBack } = last;
    if (!takeBack) return again.mutate({ changes: last.undo }, { onSuccess: back, onError: refuseIt });
    return byVerb(takeBack(), () => setDone((now) => tookBackByVerb(now, last, done.said)), refuseIt);
  };
  const redo = () => {
    if (!done.redo || waits) return;
    const { undo: changes, takeBack } = done.redo;
    if (takeBack) byVerb(takeBack(), () => undefined, refuse);
    else again.mutate({ changes }, { onSuccess: tell, onError: refuse });
  };
  useKeys([
    { keys: "u", label: "Undo", group: "Do", run: undo },
    { keys: "U", label: "Redo", group: "Do", run: redo },
  ]);
  const blocked = waits ? "Waiting for the answer" : undefined;
  return (
    <KeepContext value={keeping}>
      {children}
      {done.said ? (
        <section className="bulk popup" data-place="last" aria-label="Last change">
          <span className={done.said.isRefusal ? "crit" : undefined}>{done.said.text}</span>
          {last ? (
            <Button size="small" keys="u" blocked={blocked} onClick={undo} data-tip={last.message}>
              {done.said.text === last.message ? "Undo" : "Undo the one before"}
            </Button>
          ) : null}
          {done.redo ? (
            <Button size="small" keys="U" blocked={blocked} onClick={redo}>
              Redo
            </Button>
          ) : null}
          <Button size="small" kind="quiet" onClick={() => setDone((now) => ({ ...now, said: null }))}>
            Close
          </Button>
        </section>
      ) : null}
    </KeepContext>
  );
}
