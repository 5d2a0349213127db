"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Field } from "#components/ui/controls/field.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { FileInput } from "#components/upload/file-input.tsx";
import { SendButton } from "#components/upload/send-button.tsx";
import { type SentFile, useUpload } from "#components/upload/use-upload.ts";
import { MAX_UPLOAD_FILE_BYTES } from "#server/contracts/upload/batches.ts";
import type { Benchmark } from "#server/contracts/benchmark.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";

const WANTED = /\.(json|mps)$/i;

/** Files of a folder that a benchmark may hold, by their path inside it. Throws with the file that is too large. */
async function readFolder(files: FileList): Promise<SentFile[]> {
  const wanted = [...files].filter((f) => WANTED.test(f.name));
  const large = wanted.find((f) => f.size > MAX_UPLOAD_FILE_BYTES);
  if (large)
    throw new Error(
      `${large.name} has ${writeBytes(large.size)}; a benchmark file has at most ${writeBytes(MAX_UPLOAD_FILE_BYTES)}.`,
    );
  return Promise.all(
    wanted.map(async (file) => ({
      name: file.webkitRelativePath.split("/").slice(1).join("/") || file.name,
      text: await file.text(),
    })),
  );
}

const SHOWN_SKIPPED = 12;

/** What was taken, and what was skipped by name. */
function Registered({ benchmark }: { benchmark: Benchmark }) {
  const { summary } = benchmark;
  return (
    <Strip
      level="info"
      claim={`Registered "${benchmark.name}": ${writeOf(benchmark.n, summary.listed, "problem")}.`}
      evidence={summary.cautions.join(" ") || undefined}
    >
      {summary.skipped.length === 0
        ? "Nothing was skipped."
        : `${writeCount(summary.skipped.length)} skipped.`}
      <span className="lines">
        {summary.doubts?.slice(0, SHOWN_SKIPPED).map((d) => (
          <span key={`${d.problem}${d.reason}`}>
            {d.problem}, taken but doubtful: {d.reason}
          </span>
        ))}
        {summary.skipped.slice(0, SHOWN_SKIPPED).map((s) => (
          <span key={`${s.problem}${s.file}${s.reason}`}>
            {s.problem ?? s.file}
            {s.line === null ? "" : ` line ${s.line}`}: {s.reason}
          </span>
        ))}
        {summary.skipped.length > SHOWN_SKIPPED ? (
          <span>And {summary.skipped.length - SHOWN_SKIPPED} more.</span>
        ) : null}
      </span>
    </Strip>
  );
}

/** Registers a folder of problems: read here, sent in batches, proven by the server, stored whole or not at all. */
export function RegisterBenchmark() {
  const api = useApi();
  const picker = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [files, setFiles] = useState<SentFile[] | null>(null);
  const [folder, setFolder] = useState("");
  const upload = useUpload("text");
  const register = useMutation(api.benchmarks.register.mutationOptions());

  const choose = async (list: FileList | null) => {
    upload.setError(null);
    register.reset();
    if (!list || list.length === 0) return;
    const root = list[0].webkitRelativePath.split("/")[0] || "benchmark";
    setFolder(root);
    if (name === "") setName(root);
    try {
      setFiles(await readFolder(list));
    } catch (problem) {
      setFiles(null);
      upload.setError(problem instanceof Error ? problem.message : String(problem));
    }
  };
  const send = async () => {
    if (!files || upload.busy) return picker.current?.focus();
    if (await upload.send(files, (stagingId) => register.mutateAsync({ stagingId, name }))) setFiles(null);
    return undefined;
  };
  return (
    <Section title="Register a folder" note="dataset.json and models/*.mps, the form of OR-Debug-Bench">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Field
          label="Folder"
          why="Files are read by this browser and sent in parts. Every model is read strictly and proven infeasible before anything is stored."
        >
          {(control) => (
            <FileInput control={control} ref={picker} folder onChoose={(chosen) => void choose(chosen)} />
          )}
        </Field>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          width={320}
          why="How forms and the command line call it."
          error={upload.error}
        />
        <SendButton
          upload={upload}
          label={files ? `Register ${folder}, ${countOf(files.length, "file")}` : "Register"}
          reading="Reading and proving every model"
          blocked={files === null ? "Choose a folder first" : undefined}
        />
      </form>
      {register.data ? <Registered benchmark={register.data} /> : null}
    </Section>
  );
}
