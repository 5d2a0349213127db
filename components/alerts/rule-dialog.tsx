"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { NumberField } from "#components/ui/controls/number-field.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { AlertRuleInput, AlertRuleRow } from "#server/contracts/alerts/rule.ts";
import { ALERT_LEVELS, RULE_SCOPES } from "#server/contracts/alerts/words.ts";
import { conditionWords, scopeWords } from "#server/wording/alerts.ts";

type Wanted = NonNullable<AlertRuleRow["wanted"]>;

const NEW: Wanted = {
  name: "",
  metric: "reward/raw",
  condition: "below",
  value: 0,
  span: 10,
  unit: "steps",
  scope: "project",
  of: null,
  level: "warning",
};

const CONDITIONS = [
  { value: "below", label: "is below" },
  { value: "above", label: "is above" },
  { value: "silent", label: "has no new value" },
];

const SCOPES: Record<Wanted["scope"], string> = {
  project: "every run",
  experiment: "one experiment",
  tag: "runs with a tag",
  run: "one run",
};

/** Which experiment or run; a tag is typed. */
function ScopeField({ wanted, set }: { wanted: Wanted; set: (more: Partial<Wanted>) => void }) {
  const api = useApi();
  const experiments = useQuery(
    api.experiments.list.queryOptions(undefined, { enabled: wanted.scope === "experiment" }),
  );
  const runs = useQuery(api.runs.list.queryOptions({ limit: 100 }, { enabled: wanted.scope === "run" }));
  if (wanted.scope === "project") return null;
  if (wanted.scope === "tag")
    return (
      <TextField
        label="Tag"
        value={wanted.of ?? ""}
        onChange={(of) => set({ of })}
        width={240}
        maxLength={40}
      />
    );
  const options =
    wanted.scope === "experiment"
      ? (experiments.data ?? []).map(({ id, title }) => ({ value: id, label: title }))
      : (runs.data?.rows ?? []).map(({ id, name, experiment }) => ({
          value: id,
          label: `${name}, ${experiment}`,
        }));
  return (
    <SelectField
      label={wanted.scope === "experiment" ? "Experiment" : "Run"}
      value={wanted.of ?? ""}
      onChange={(of) => set({ of })}
      options={[{ value: "", label: "choose one", disabled: true }, ...options]}
      width={300}
    />
  );
}

/** Writes a rule, or changes one. Says in words when it would fire. */
export function RuleDialog({ rule, onClose }: { rule: AlertRuleRow | null; onClose: () => void }) {
  const api = useApi();
  const [wanted, setWanted] = useState<Wanted>(rule?.wanted ?? NEW);
  const set = (more: Partial<Wanted>) => setWanted({ ...wanted, ...more });
  const done = { onSuccess: onClose };
  const create = useMutation(api.alerts.createRule.mutationOptions(done));
  const change = useMutation(api.alerts.changeRule.mutationOptions(done));
  const asked: AlertRuleInput = wanted;
  const save = () => (rule ? change.mutate({ id: rule.id, rule: asked }) : create.mutate(asked));
  const pending = create.isPending || change.isPending;
  const error = create.error ?? change.error;
  const isSilent = wanted.condition === "silent";
  const field = error?.data?.field?.split(".").at(-1) ?? null;
  const errorOf = (name: string) => (name === field ? (error?.message ?? null) : null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={rule ? `Change ${rule.name}` : "New rule"}
      text={`Fires on ${conditionWords(wanted)}, for ${wanted.scope === "tag" ? scopeWords("tag", wanted.of ?? "") : SCOPES[wanted.scope]}.`}
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            blocked={pending ? "Waiting for the answer" : undefined}
            onClick={pending ? undefined : save}
          >
            {rule ? "Save" : "Create rule"}
          </Button>
        </>
      }
    >
      <TextField
        label="Metric"
        value={wanted.metric}
        onChange={(metric) => set({ metric })}
        width={300}
        error={errorOf("metric")}
        why="Its name as on the page of a run; other trainers' names for it are known."
      />
      <SelectField
        label="Fires when it"
        value={wanted.condition}
        onChange={(condition) =>
          set({
            condition: condition as Wanted["condition"],
            ...(condition === "silent" && { unit: "minutes" as const }),
          })
        }
        options={CONDITIONS}
        width={180}
      />
      {isSilent ? null : (
        <NumberField
          label="Value"
          value={wanted.value}
          onChange={(value) => set({ value })}
          error={errorOf("value")}
        />
      )}
      <NumberField
        label="For"
        value={wanted.span}
        onChange={(span) => set({ span: span ?? 0 })}
        error={errorOf("span")}
        why={isSilent ? "minutes" : "0: one point is enough. Steps are of the metric's own x."}
      />
      {isSilent ? null : (
        <SelectField
          label="Counted in"
          value={wanted.unit}
          onChange={(unit) => set({ unit: unit as Wanted["unit"] })}
          options={[
            { value: "steps", label: "steps" },
            { value: "minutes", label: "minutes" },
          ]}
          width={150}
        />
      )}
      <SelectField
        label="Watches"
        value={wanted.scope}
        onChange={(scope) => set({ scope: scope as Wanted["scope"], of: null })}
        options={RULE_SCOPES.map((scope) => ({ value: scope, label: SCOPES[scope] }))}
        error={errorOf("of")}
        width={180}
      />
      <ScopeField wanted={wanted} set={set} />
      <SelectField
        label="It is"
        value={wanted.level}
        onChange={(level) => set({ level: level as Wanted["level"] })}
        options={ALERT_LEVELS.map((level) => ({ value: level, label: level }))}
        width={150}
      />
      <TextField
        label="Name"
        value={wanted.name}
        onChange={(name) => set({ name })}
        width={300}
        maxLength={120}
        placeholder="as it fires"
        error={errorOf("name")}
      />
      {error && field === null ? (
        <p className="crit" role="alert">
          {error.message}
        </p>
      ) : null}
    </Dialog>
  );
}
