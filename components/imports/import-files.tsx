"use client";

import { useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { Section } from "#components/ui/section.tsx";
import { type ChosenFile, chosenFiles } from "#components/upload/dropped-files.ts";
import { DropZone } from "#components/upload/drop-zone.tsx";
import { FileInput } from "#components/upload/file-input.tsx";
import { SendButton } from "#components/upload/send-button.tsx";
import type { ColumnMapping } from "#server/contracts/imports/mapping.ts";
import { countOf, listFirst, plural } from "#server/wording/counts.ts";
import { importProgressText } from "#server/wording/import-progress.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { ImportPreview } from "./import-preview.tsx";
import { useImport, wantedOf } from "./use-import.ts";
import { ZONES } from "./zones.ts";

const NAMED = 4;

/** What was chosen, in one line. */
function chosenText(files: readonly ChosenFile[]): string {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const names = listFirst(
    files.map(({ path }) => path),
    NAMED,
  );
  return `${countOf(files.length, "file")}, ${writeBytes(bytes)}: ${names}`;
}

/** Files or a folder: sent, previewed, mapped where they are columns, imported. */
export function ImportFiles() {
  const picker = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [experiment, setExperiment] = useState("");
  const [benchmark, setBenchmark] = useState("");
  const [zone, setZone] = useState("0");
  const [mapping, setMapping] = useState<ColumnMapping | null>(null);
  const { upload, answer, busy, progress, reset, preview, commit } = useImport();

  const choose = (chosen: ChosenFile[], folder: string | null) => {
    reset();
    setMapping(null);
    if (chosen.length === 0) return;
    try {
      setFiles(wantedOf(chosen));
      setExperiment(folder ?? chosen[0].path.replace(/\.[^.]+$/, ""));
    } catch (problem) {
      setFiles([]);
      upload.setError(problem instanceof Error ? problem.message : String(problem));
    }
  };
  const asked = { experiment, benchmark, utcOffsetMinutes: Number(zone), mapping };
  const look = (next: ColumnMapping | null = mapping) => {
    if (files.length === 0) return picker.current?.focus();
    if (!busy) void preview(files, { ...asked, mapping: next });
    return undefined;
  };
  const blocked = files.length === 0 ? "Choose files or a folder first" : undefined;
  return (
    <>
      <Section title="Choose" note="read by this browser and sent to this server">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            look();
          }}
        >
          <DropZone onDrop={choose}>
            <Field
              label="Files"
              why={
                files.length > 0
                  ? chosenText(files)
                  : "Drop files or a folder here: results.db, results and evaluations as JSON, mlflow.db and mlruns, .wandb files, trackio databases, TensorBoard event files, trainer_state.json, logs of Inspect and OpenAI evals, samples of lm-eval, rollouts of NeMo Gym, CSV, JSON lines."
              }
              error={upload.error}
            >
              {(control) => (
                <FileInput
                  control={control}
                  ref={picker}
                  onChoose={(list) => choose(chosenFiles(list), null)}
                />
              )}
            </Field>
            <Field label="Folder">
              {(control) => (
                <FileInput
                  control={control}
                  folder
                  onChoose={(list) =>
                    choose(chosenFiles(list), list?.[0]?.webkitRelativePath.split("/")[0] || null)
                  }
                />
              )}
            </Field>
          </DropZone>
          <TextField
            label="Experiment"
            value={experiment}
            onChange={setExperiment}
            width={320}
            why="Where the runs go; it is made where there is none."
          />
          <TextField
            label="Benchmark"
            value={benchmark}
            onChange={setBenchmark}
            width={320}
            why="What the problems are of, where the files do not say. Optional."
          />
          <SelectField
            label="Time zone"
            value={zone}
            onChange={setZone}
            options={ZONES}
            width={160}
            why="Of times that name none."
          />
          <SendButton upload={upload} label="Preview" reading="Reading" blocked={blocked} />
          {upload.busy ? <Button onClick={upload.cancel}>Cancel</Button> : null}
          {progress ? (
            <>
              <Button onClick={reset}>Cancel the import</Button>
              <output>{importProgressText(progress)}</output>
            </>
          ) : null}
        </form>
      </Section>
      {answer ? (
        <Section
          title={answer.committed ? "Imported" : "Preview"}
          note={
            answer.committed
              ? undefined
              : `${countOf(answer.runs.length, "run")}; nothing is stored before you import ${plural(answer.runs.length, "it", "them")}`
          }
        >
          <ImportPreview
            answer={answer}
            mapping={mapping}
            busy={busy}
            onMap={(next) => {
              setMapping(next);
              look(next);
            }}
            onCommit={() => void commit(asked)}
            onDiscard={reset}
          />
        </Section>
      ) : null}
    </>
  );
}
