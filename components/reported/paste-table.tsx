"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/layout/use-project.ts";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { Section } from "#components/ui/section.tsx";
import { useGo } from "#components/ui/use-go.ts";
import { countOf } from "#server/wording/counts.ts";
import { ReportedGridTable } from "./reported-grid.tsx";
import { TableFindings } from "./table-findings.tsx";

/** A table that is pasted: checked in one press, and kept as reported in another. */
export function PasteTable() {
  const api = useApi();
  const go = useGo();
  const project = useProject();
  const [text, setText] = useState("");
  const [document, setDocument] = useState("");
  const [documentDate, setDate] = useState("");
  const preview = useMutation(api.reported.preview.mutationOptions());
  const add = useMutation(
    api.reported.add.mutationOptions({ onSuccess: ([first]) => first && go.push(`/reported/${first.id}`) }),
  );
  const change = (next: string) => {
    setText(next);
    preview.reset();
    add.reset();
  };
  const check = () => (text.trim() === "" || preview.isPending ? undefined : preview.mutate({ text }));
  const keep = () =>
    text.trim() === "" || add.isPending
      ? undefined
      : add.mutate({ text, document, documentDate: documentDate || null, project: project ?? undefined });
  return (
    <>
      <Section title="Add a reported table" note="Markdown, LaTeX, HTML or CSV">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            check();
          }}
        >
          <TextField
            label="Table"
            value={text}
            onChange={change}
            rows={8}
            why="Paste it with its head. Nothing is stored until you add it."
            error={preview.error?.message ?? null}
          />
          <TextField
            label="Document"
            value={document}
            onChange={setDocument}
            width={320}
            why="Where the table stands: a report, a paper, a page."
            error={add.error?.message ?? null}
          />
          <TextField
            label="Date"
            value={documentDate}
            onChange={setDate}
            width={160}
            why="Of the document: 2026-01-17."
          />
          <div className="btn-row">
            <Button
              type="submit"
              kind="primary"
              blocked={text.trim() === "" ? "Paste a table first" : undefined}
            >
              Check the table
            </Button>
            <Button
              onClick={keep}
              blocked={
                text.trim() === ""
                  ? "Paste a table first"
                  : document.trim() === ""
                    ? "Name the document first"
                    : undefined
              }
            >
              Add as reported
            </Button>
          </div>
        </form>
      </Section>
      {preview.data?.map(({ grid, findings, notes, title }, i) => (
        <Section
          key={i}
          title={title || "Preview"}
          note={`${countOf(findings.length, "finding")}; nothing is stored`}
        >
          <TableFindings findings={findings} notes={notes} />
          <ReportedGridTable grid={grid} findings={findings} label={title || "Preview of the table"} />
        </Section>
      ))}
    </>
  );
}
