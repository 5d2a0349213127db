"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Field } from "#components/ui/controls/field.tsx";
import { NumberField } from "#components/ui/controls/number-field.tsx";
import { Section } from "#components/ui/section.tsx";
import { FileInput } from "#components/upload/file-input.tsx";
import { readBase64 } from "#components/upload/read-base64.ts";
import { SendButton } from "#components/upload/send-button.tsx";
import { type SentFile, useUpload } from "#components/upload/use-upload.ts";
import { MAX_UPLOAD_FILE_BYTES } from "#server/contracts/upload/batches.ts";
import { listAnd } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { FileReport } from "./file-report.tsx";

/** What was chosen, as it is sent. Throws with the file that is too large. */
async function readChosen(files: readonly File[]): Promise<SentFile[]> {
  const large = files.find(({ size }) => size > MAX_UPLOAD_FILE_BYTES);
  if (large)
    throw new Error(
      `${large.name} has ${writeBytes(large.size)}; a file that is sent has at most ${writeBytes(MAX_UPLOAD_FILE_BYTES)}. Read it where it lies: npx ablab failures FILE`,
    );
  return Promise.all(files.map(async (file) => ({ name: file.name, text: await readBase64(file) })));
}

const isCount = (value: number | null, least: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least;

/** Reads a `results.db` of LLM-for-OR: chosen and sent here, read by the server, kept by nobody. */
export function ResultsFile() {
  const api = useApi();
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [maxSteps, setMaxSteps] = useState<number | null>(20);
  const [slowOver, setSlowOver] = useState<number | null>(5);
  const upload = useUpload("bytes");
  const read = useMutation(api.failures.read.mutationOptions());

  const send = async () => {
    if (upload.busy) return;
    if (chosen.length === 0) {
      picker.current?.focus();
      return;
    }
    if (!isCount(maxSteps, 1) || !isCount(slowOver, 0)) return;
    read.reset();
    try {
      const files = await readChosen(chosen);
      await upload.send(files, (stagingId) => read.mutateAsync({ stagingId, maxSteps, slowOver }));
    } catch (problem) {
      upload.setError(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <>
      <Section title="Read a results.db" note="of LLM-for-OR; nothing of it is stored">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <Field
            label="File"
            why="The file that evaluate_local_model.py or evaluate_llm.py wrote. Where a results.db-wal lies beside it, choose both."
            error={upload.error}
          >
            {(control) => (
              <FileInput
                control={control}
                ref={picker}
                onChoose={(files) => {
                  upload.setError(null);
                  setChosen([...(files ?? [])]);
                }}
              />
            )}
          </Field>
          <NumberField
            label="Most steps"
            value={maxSteps}
            onChange={setMaxSteps}
            unit="steps"
            why="What an episode may take; the file does not say. Unsolved in as many is a timeout."
            error={isCount(maxSteps, 1) ? null : "A whole number from 1."}
          />
          <NumberField
            label="Slow above"
            value={slowOver}
            onChange={setSlowOver}
            unit="steps"
            why="Solved in more steps than this counts as slow; 0 counts none."
            error={isCount(slowOver, 0) ? null : "A whole number from 0."}
          />
          <SendButton
            upload={upload}
            label={chosen.length === 0 ? "Read" : `Read ${listAnd(chosen.map(({ name }) => name))}`}
            reading="Reading every episode"
            blocked={chosen.length === 0 ? "Choose a file first" : undefined}
          />
        </form>
      </Section>
      {read.data ? <FileReport found={read.data} /> : null}
    </>
  );
}
