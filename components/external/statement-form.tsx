"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Stated } from "#server/contracts/external/status-source.ts";
import { countOf } from "#server/wording/counts.ts";

/** What may be stated, in words: what it is, what the text of it does, and an example. */
const WORDS: Record<Stated, { title: string; does: string; example: string }> = {
  reward: {
    title: "Reward function",
    does: "Runs with the same text may be ranked by their training reward.",
    example: "gsm8k exact match, rewards.py at 4e1c9a2",
  },
  problems: {
    title: "Problems",
    does: "Runs with the same text may be ranked by what they logged of evaluations; other texts are other problems.",
    example: "gsm8k test, 1,319 problems",
  },
  protocol: {
    title: "Protocol",
    does: "It stands where the client logged none; runs with another text are not ranked against these.",
    example: "temperature 0.6, top_p 0.95, n 4, 4,096 tokens, judge gpt-5 of 2026-10-01",
  },
  start: {
    title: "Published value of the start",
    does: "It begins with the share, and stands beside what the start was measured at before training.",
    example: "75.9 %, pass@1, technical report",
  },
};

interface StatementFormProps {
  what: Stated;
  open: boolean;
  onClose: () => void;
  runIds: string[];
  /** What it is about, in words: a run, or how many. */
  about: string;
  /** What is stated now; null where nothing is. */
  said: string | null;
}

/** Lets a person say what no logger sends, once for all of them; it is kept as their word. */
export function StatementForm(props: StatementFormProps) {
  return props.open ? <OpenForm {...props} /> : null;
}

function OpenForm({ what, onClose, runIds, about, said }: StatementFormProps) {
  const api = useApi();
  const [text, setText] = useState(said ?? "");
  const keep = useMutation(api.external.keepStatement.mutationOptions({ onSuccess: onClose }));
  const send = (value: string | null) => keep.mutate({ runIds, what, text: value });
  const { title, does, example } = WORDS[what];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${title} of ${about}`}
      text={`In words, or an address with a commit. It is kept for ${countOf(runIds.length, "run")} as your word, with the time. ${does}`}
      actions={
        <>
          {said === null ? null : <Button onClick={() => send(null)}>Take it back</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            blocked={keep.isPending ? "Waiting for the answer" : undefined}
            onClick={keep.isPending ? undefined : () => send(text)}
          >
            Specify
          </Button>
        </>
      }
    >
      <TextInput label={title} value={text} onChange={setText} placeholder={example} />
      {keep.error ? (
        <p className="crit" role="alert">
          {keep.error.message}
        </p>
      ) : null}
    </Dialog>
  );
}
