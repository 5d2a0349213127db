"use client";

import { useGo } from "#components/ui/use-go.ts";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { Menu } from "#components/ui/overlays/menu.tsx";
import type { TemplateName } from "#server/contracts/reports/report.ts";

const TEMPLATES: { name: TemplateName; label: string }[] = [
  { name: "ablation", label: "Ablation: table, curves, variance, findings" },
  { name: "sft-vs-rl", label: "SFT start and RL, problem by problem" },
];

/** Writes a report of an experiment from a template and opens it; every number in it is a live query. */
export function WriteReport({ experimentId }: { experimentId: string }) {
  const api = useApi();
  const router = useGo();
  const write = useMutation(
    api.reports.write.mutationOptions({ onSuccess: ({ id }) => router.push(`/reports/${id}`) }),
  );
  return (
    <>
      <Menu
        trigger={write.isPending ? "Writing" : "Write a report"}
        align="end"
        entries={TEMPLATES.map(({ name, label }) => ({
          label,
          onSelect: () => write.mutate({ experimentId, template: name }),
        }))}
      />
      {write.error ? (
        <span className="crit" role="alert">
          {write.error.message}
        </span>
      ) : null}
    </>
  );
}
