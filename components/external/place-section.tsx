"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import { STATED, type Stated } from "#server/contracts/external/status-source.ts";
import type { ExternalPlaceDetail, Statement } from "#server/contracts/external/external.ts";
import { countOf, listFirst, writeOf } from "#server/wording/counts.ts";
import { writeMoment } from "#server/wording/times.ts";
import { StatementForm } from "./statement-form.tsx";
import { usePlace } from "./use-place.ts";

const MOST_KEYS = 20;

const list = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

/** How runs are put into configurations, to be changed once for the project. */
function CellRuleForm({
  place,
  experimentId,
  onClose,
}: {
  place: ExternalPlaceDetail;
  experimentId: string;
  onClose: () => void;
}) {
  const api = useApi();
  const [seedKey, setSeedKey] = useState(place.seedKey ?? "");
  const [ignored, setIgnored] = useState(place.ignoredKeys.join(", "));
  const [metrics, setMetrics] = useState(place.chosenMetrics.join(", "));
  const [baseline, setBaseline] = useState(place.baselineRun ?? "");
  const save = useMutation(api.external.setCells.mutationOptions({ onSuccess: onClose }));
  const send = () =>
    save.mutate({
      experimentId,
      seedKey: seedKey.trim() || null,
      ignoredKeys: list(ignored),
      metrics: list(metrics),
      baselineRun: baseline || null,
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Configurations of ${place.place}`}
      text="All runs of this project are put together anew, those that come later too."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            blocked={save.isPending ? "Waiting for the answer" : undefined}
            onClick={save.isPending ? undefined : send}
          >
            Put together anew
          </Button>
        </>
      }
    >
      <TextField
        label="Key of the seed"
        value={seedKey}
        onChange={setSeedKey}
        placeholder="seed, random_seed, trainer.seed, …"
        why="Empty tries the usual ones."
      />
      <TextField
        label="Keys to leave out"
        value={ignored}
        onChange={setIgnored}
        why={`Divided by commas. Configurations differ now in: ${listFirst(place.differing, MOST_KEYS) || "nothing"}.`}
      />
      <TextField
        label="Metrics of the table"
        value={metrics}
        onChange={setMetrics}
        why={`Divided by commas; the first is primary. Empty chooses, now: ${place.metrics.join(", ") || "none"}.`}
      />
      <SelectField
        label="Baseline"
        value={baseline}
        onChange={setBaseline}
        options={place.cells.map(({ label, runs, runId }) => ({
          value: runId,
          label: `${label} (${countOf(runs, "run")})`,
        }))}
        why="What the others are compared with; the first that came, as long as nobody chooses."
        error={save.error?.message}
      />
    </Dialog>
  );
}

const NOT_STATED = "not logged";

/** What somebody stated: of how many runs, and by whom. */
function statedWords(statements: readonly (Statement | undefined)[]): string {
  const said = statements.filter((one) => one !== undefined);
  if (said.length === 0) return NOT_STATED;
  const kinds = [...Map.groupBy(said, ({ text }) => text).values()].map((same) => {
    const [{ text, by, at }] = same;
    return `“${text}” for ${writeOf(same.length, statements.length, "run")}, specified by ${by}, ${writeMoment(at)}`;
  });
  return kinds.join("; ");
}

/** How runs evaluate: as it was logged, each protocol with its runs, and what was stated of the others. */
function protocolWords(runs: ExternalPlaceDetail["runs"], stated: string): string {
  const kinds = [...Map.groupBy(runs, ({ protocol }) => protocol)].flatMap(([text, same]) =>
    text === null ? [] : [`${text} (${writeOf(same.length, runs.length, "run")})`],
  );
  if (kinds.length === 0) return stated;
  return [...kinds, ...(stated === NOT_STATED ? [] : [stated])].join("; ");
}

/** What may be compared among runs from outside: what is on record, what somebody stated, and what nobody said. */
export function PlaceSection({ experimentId }: { experimentId: string }) {
  const place = usePlace(experimentId);
  const [open, setOpen] = useState<Stated | "cells" | null>(null);
  if (!place) return null;
  const statedOf = (what: Stated) =>
    place.runs.map(({ statements }) => statements.find((one) => one.what === what));
  const problems = statedWords(statedOf("problems"));
  const evaluated = place.runs.filter(({ hasEvaluation }) => hasEvaluation).length;
  const seeds = place.seedKeys.map(({ key, runs }) => `${key} (${countOf(runs, "run")})`).join(", ");
  const close = () => setOpen(null);
  return (
    <Section
      title="Comparability"
      note={`${countOf(place.runs.length, "external run")}; what was not logged is noted beside the numbers`}
      end={
        <>
          <Button onClick={() => setOpen("reward")}>Specify the reward function</Button>
          <Button onClick={() => setOpen("problems")}>Specify the eval set</Button>
          <Button onClick={() => setOpen("protocol")}>Specify the protocol</Button>
          <Button onClick={() => setOpen("cells")}>Configurations</Button>
        </>
      }
    >
      <Pairs
        pairs={[
          { name: "Reward function", value: statedWords(statedOf("reward")) },
          {
            name: "Eval set",
            value:
              evaluated === 0
                ? problems
                : `sent one by one by ${writeOf(evaluated, place.runs.length, "run")}; of logged metrics ${problems}`,
          },
          { name: "Protocol", value: protocolWords(place.runs, statedWords(statedOf("protocol"))) },
          {
            name: "Seeds",
            value: `${seeds || "none logged"}${place.withoutSeed > 0 && seeds ? `; ${countOf(place.withoutSeed, "run")} without a seed, each its own configuration` : ""}`,
          },
          {
            name: "Configurations differ in",
            value: listFirst(place.differing, MOST_KEYS) || "nothing that was sent",
          },
        ]}
      />
      {STATED.map((what) => (
        <StatementForm
          key={what}
          what={what}
          open={open === what}
          onClose={close}
          runIds={place.runs.map(({ id }) => id)}
          about={countOf(place.runs.length, "run")}
          said={statedOf(what).find((one) => one !== undefined)?.text ?? null}
        />
      ))}
      {open === "cells" ? <CellRuleForm place={place} experimentId={experimentId} onClose={close} /> : null}
    </Section>
  );
}
