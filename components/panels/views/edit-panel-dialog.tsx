"use client";

import { useMemo, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Chip } from "#components/ui/controls/chip.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { RunStateGlyph } from "#components/ui/marks/run-state.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField, TextInput } from "#components/ui/controls/text-input.tsx";
import { metricInfo } from "#server/contracts/metrics.ts";
import { MOST_METRICS_IN_PANEL, panelTitleIssue } from "#server/contracts/charts/panel-layout.ts";
import { countOf, writeOf } from "#server/wording/counts.ts";
import { unitWords } from "#server/plot/metric-axes.ts";
import { kindsFor, optionsOf, PANEL_KINDS } from "../panel-kinds.tsx";
import { besideOthers, unitsOf } from "../panel-unit.ts";

/** Names that are listed at once; the search leads to the others. */
const LISTED = 60;

export interface PanelDraft {
  title: string;
  metrics: string[];
  kind?: string;
  options?: Record<string, string>;
}

interface EditPanelDialogProps {
  /** Null: a new one. */
  panel: PanelDraft | null;
  /** Metrics that the runs of this page have. */
  metrics: readonly string[];
  /** Each metric of a panel is drawn by itself on this page. */
  apart?: boolean;
  onClose: () => void;
  onDone: (draft: PanelDraft) => void;
}

function fits(metric: string, words: string[]): boolean {
  const text = `${metric} ${metricInfo(metric).title}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

const EACH_BY_ITSELF = "Colors show configurations here, so several metrics are drawn as one chart each.";

/** A warning, not a refusal: two units may be worth comparing, and the panel will name both. */
function severalUnits(chosen: readonly string[]): string | null {
  const units = unitsOf(chosen);
  if (units.length < 2) return null;
  return `These metrics differ in unit: ${units.map(besideOthers).join(", ")}. One y axis will hold them all.`;
}

/** Chooses the metrics of a panel, one or several, and its title. */
export function EditPanelDialog({ panel, metrics, apart = false, onClose, onDone }: EditPanelDialogProps) {
  const [chosen, setChosen] = useState(panel?.metrics ?? []);
  const [title, setTitle] = useState(panel?.title ?? "");
  const [search, setSearch] = useState("");
  const [kind, setKind] = useState(panel?.kind);
  const [options, setOptions] = useState(panel?.options);
  const [refusal, setRefusal] = useState<string | null>(null);
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return metrics.filter((metric) => fits(metric, words));
  }, [metrics, search]);
  const lines = chosen.map((metric) => ({ metric, label: "" }));
  const fitting = apart || chosen.length === 0 ? [] : kindsFor({ title: title.trim() || null, lines });
  const drawn = kind !== undefined && fitting.includes(kind) ? kind : fitting.at(0);
  const values = drawn === undefined ? {} : optionsOf(drawn, options);
  const toggle = (metric: string, on: boolean) => {
    if (on && chosen.length >= MOST_METRICS_IN_PANEL)
      return setRefusal(`A panel holds at most ${MOST_METRICS_IN_PANEL} metrics. Add a second panel.`);
    setRefusal(null);
    setChosen(on ? [...chosen, metric] : chosen.filter((other) => other !== metric));
  };
  const done = () => {
    if (chosen.length === 0) return setRefusal("Choose at least one metric for the panel.");
    const wrongTitle = panelTitleIssue(title);
    if (wrongTitle !== null) return setRefusal(wrongTitle);
    const choice = drawn === fitting[0] ? {} : { kind: drawn };
    onDone({ title: title.trim(), metrics: chosen, ...choice, ...(options && { options }) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={panel ? "Change the panel" : "Add a panel"}
      text={
        apart ? EACH_BY_ITSELF : "Several metrics in one panel share its y axis: choose those of one unit."
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={done}>
            {panel ? "Change the panel" : "Add the panel"}
          </Button>
        </>
      }
    >
      <TextInput
        label="Search the metrics"
        lead="Search"
        value={search}
        onChange={setSearch}
        placeholder={countOf(metrics.length, "metric")}
      />
      <ul className="metric-list" aria-label="Metrics">
        {found.slice(0, LISTED).map((metric) => (
          <li key={metric}>
            <Checkbox checked={chosen.includes(metric)} onChange={(on) => toggle(metric, on)}>
              <span>
                {metricInfo(metric).title}{" "}
                {unitWords(metric) ? <span className="muted">{unitWords(metric)} </span> : null}
                {metricInfo(metric).title === metric ? null : <code className="muted">{metric}</code>}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <output className="muted small">
        {found.length === 0
          ? "No metric is called that."
          : found.length > LISTED
            ? `Showing ${writeOf(LISTED, found.length)}. Type more of the name for the others.`
            : `${writeOf(found.length, metrics.length, "metric")}.`}
      </output>
      {chosen.length > 0 ? (
        <div className="chips">
          {chosen.map((metric) => (
            <Chip key={metric} onRemove={() => toggle(metric, false)} removeLabel={`Remove ${metric}`}>
              {metric}
            </Chip>
          ))}
        </div>
      ) : null}
      <output className="warn">{apart ? null : severalUnits(chosen)}</output>
      <TextField
        label="Title"
        why="Left empty, the panel is named after its metrics."
        value={title}
        onChange={setTitle}
      />
      {drawn !== undefined && fitting.length > 1 ? (
        <SelectField
          label="Drawn as"
          value={drawn}
          onChange={setKind}
          options={fitting.map((id) => ({ value: id, label: PANEL_KINDS[id].question }))}
        />
      ) : null}
      {(drawn === undefined ? [] : PANEL_KINDS[drawn].options).map((option) => (
        <SelectField
          key={option.id}
          label={option.label}
          value={values[option.id]}
          onChange={(value) => setOptions({ ...values, [option.id]: value })}
          options={[...option.values]}
        />
      ))}
      {refusal ? (
        <p className="field-error" role="alert">
          <RunStateGlyph state="failed" />
          {refusal}
        </p>
      ) : null}
    </Dialog>
  );
}
