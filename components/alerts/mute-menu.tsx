"use client";

import { useMutation } from "@tanstack/react-query";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { useApi } from "#components/trpc/api.ts";
import { announce } from "#components/ui/announce.ts";
import { Menu, MoreDots, type MenuEntry } from "#components/ui/overlays/menu.tsx";
import type { AlertRow } from "#server/contracts/alerts/alert.ts";
import { MUTE_SPANS, type MuteKind } from "#server/contracts/alerts/words.ts";

const SPANS = [
  { span: "1d", words: "for a day" },
  { span: "forever", words: "until taken back" },
] as const;

/** What can be kept quiet because of an alert: its rule, its run, its experiment. */
export function MuteMenu({ alert, ruleName }: { alert: AlertRow; ruleName: string }) {
  const { refuse } = useAnnotate();
  const mute = useMutation(
    useApi().alerts.mute.mutationOptions({
      onError: refuse,
      onSuccess: ({ name }) => announce(`Muted: ${name}.`),
    }),
  );
  const subjects: { kind: MuteKind; subject: string; name: string }[] = [
    { kind: "rule", subject: alert.rule, name: `"${ruleName}" everywhere` },
    ...(alert.run ? [{ kind: "run" as const, subject: alert.run.id, name: alert.run.name }] : []),
    ...(alert.experiment
      ? [{ kind: "experiment" as const, subject: alert.experiment.id, name: alert.experiment.title }]
      : []),
  ];
  const entries = SPANS.flatMap(({ span, words }): MenuEntry[] => [
    { kind: "group", label: `Mute ${words}` },
    ...subjects.map(({ kind, subject, name }): MenuEntry => ({
      label: kind === "rule" ? name : `${kind} ${name}`,
      end: span === "1d" ? "1 d" : "always",
      onSelect: () => mute.mutate({ kind, subject, forMs: MUTE_SPANS[span] }),
    })),
  ]);
  return (
    <Menu
      label={`More for ${alert.title}`}
      trigger={<MoreDots />}
      triggerClass="icon-btn"
      entries={entries}
      align="end"
    />
  );
}
