"use client";

import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import {
  askOfTexts,
  partitionOf,
  type SlurmField,
  slurmIssues,
  type SlurmTexts,
} from "#server/contracts/executors/slurm-texts.ts";
import type { LaunchEngine } from "#server/contracts/launch/plan.ts";
import { countOf, listAnd, writeOf } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { writeDuration } from "#server/wording/times.ts";
import { beginSentence } from "#server/wording/typography.ts";

interface SlurmFieldsProps {
  on: "" | "slurm";
  texts: SlurmTexts;
  engines: readonly LaunchEngine[];
  onChange: (change: { on?: "" | "slurm"; ask?: SlurmTexts }) => void;
}

const MIB = 1024 * 1024;

type Partition = LaunchEngine["partitions"][number];

function partitionLabel({ name, isDefault, gpusTotal, gpusFree }: Partition): string {
  const gpus = gpusTotal === 0 ? "no GPU" : `${writeOf(gpusFree, gpusTotal, "GPU")} free`;
  return `${name}${isDefault ? ", the default" : ""}: ${gpus}`;
}

/** What a cluster allows, beside the field that it limits. */
function limitOf(field: SlurmField, partition: Partition | undefined): string {
  if (!partition) return "";
  const { maxSeconds, memoryMiB, cpus, gpus, gpuKinds, accounts, qos } = partition;
  switch (field) {
    case "time":
      return maxSeconds === null ? "no limit" : `at most ${writeDuration(maxSeconds * 1000)}`;
    case "gpus":
      return gpus === 0 ? "none there" : `at most ${countOf(gpus, "GPU")} on a node`;
    case "gpuKind":
      return gpuKinds.length === 0 ? "" : listAnd(gpuKinds);
    case "memory":
      return memoryMiB === null ? "" : `at most ${writeBytes(memoryMiB * MIB)} on a node`;
    case "cpus":
      return cpus === null ? "" : `at most ${countOf(cpus, "CPU")} on a node`;
    case "account":
      return accounts === null ? "" : `takes ${listAnd(accounts)}`;
    case "qos":
      return qos === null ? "" : `takes ${listAnd(qos)}`;
    default:
      return "";
  }
}

const LABELS: Record<
  Exclude<SlurmField, "partition">,
  { label: string; placeholder: string; why: string }
> = {
  account: { label: "Account", placeholder: "as Slurm has it", why: "Who pays for the time." },
  qos: { label: "QOS", placeholder: "as Slurm has it", why: "The quality of service, with its own limits." },
  time: {
    label: "Time",
    placeholder: "as Slurm has it",
    why: "Slurm ends the job after it; less of it starts sooner.",
  },
  gpus: { label: "GPUs", placeholder: "as the recipe needs", why: "On one node." },
  gpuKind: { label: "Kind of GPU", placeholder: "any", why: "Its name in the cluster." },
  memory: { label: "Memory", placeholder: "as Slurm has it", why: "A job that uses more is ended." },
  cpus: { label: "CPUs", placeholder: "as Slurm has it", why: "On the node of the job." },
};

/** Where runs go, and what they ask for there; nothing where no connected worker has a cluster. */
export function SlurmFields({ on, texts, engines, onChange }: SlurmFieldsProps) {
  const partitions = engines.flatMap((engine) => engine.partitions);
  if (engines.length === 0 && on === "") return null;
  const issues = on === "slurm" ? slurmIssues(texts, engines) : [];
  const errorOf = (field: SlurmField) => issues.find((issue) => issue.field === field)?.message ?? null;
  const set = (field: SlurmField, value: string) => onChange({ ask: { ...texts, [field]: value } });
  const partition = partitionOf(askOfTexts(texts).ask, partitions);
  const problem = engines.find(({ problems }) => problems.length > 0)?.problems[0];
  return (
    <>
      <div data-param="slurm.on">
        <SelectField
          label="Runs on"
          name="on"
          value={on}
          onChange={(next) => onChange({ on: next === "slurm" ? "slurm" : "" })}
          options={[
            { value: "", label: "any worker" },
            {
              value: "slurm",
              label: `Slurm, by ${listAnd(engines.map(({ worker }) => worker)) || "no worker that is connected"}`,
            },
          ]}
          why={problem}
          width={300}
        />
      </div>
      {on === "slurm" ? (
        <>
          <div data-param="slurm.partition">
            <SelectField
              label="Partition"
              name="partition"
              value={texts.partition ?? ""}
              onChange={(next) => set("partition", next)}
              options={[
                { value: "", label: "as Slurm has it" },
                ...partitions.map((one) => ({
                  value: one.name,
                  label: partitionLabel(one),
                  disabled: !one.up,
                })),
              ]}
              error={errorOf("partition")}
              width={300}
            />
          </div>
          {(Object.keys(LABELS) as (keyof typeof LABELS)[]).map((field) => {
            const { label, placeholder, why } = LABELS[field];
            const limit = limitOf(field, partition);
            return (
              <div key={field} data-param={`slurm.${field}`}>
                <TextField
                  label={label}
                  name={field}
                  value={texts[field] ?? ""}
                  onChange={(next) => set(field, next)}
                  placeholder={placeholder}
                  error={errorOf(field)}
                  why={limit === "" ? why : `${why} ${beginSentence(limit)}.`}
                />
              </div>
            );
          })}
        </>
      ) : null}
    </>
  );
}
