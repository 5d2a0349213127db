"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { saveFile } from "#components/charts/save-file.ts";
import { useApi } from "#components/trpc/api.ts";
import { Menu, type MenuEntry } from "#components/ui/menu.tsx";
import type { ExportInput } from "#server/contracts/report.ts";

/** Hands the report out as a file: a page that opens offline, Markdown, or a table of its numbers. */
export function ExportMenu({ id, view }: { id: string; view: "newest" | "draft" }) {
  const api = useApi();
  const client = useQueryClient();
  const fetchFile = useMutation({
    mutationFn: (what: Pick<ExportInput, "form" | "anonymous">) =>
      client.fetchQuery(api.reports.export.queryOptions({ id, view, ...what }, { staleTime: 0, gcTime: 0 })),
    onSuccess: (file) => saveFile(new Blob([file.text], { type: file.mime }), file.fileName),
  });
  const entry = (label: string, form: ExportInput["form"], anonymous = false): MenuEntry => ({
    label,
    onSelect: () => fetchFile.mutate({ form, anonymous }),
  });
  return (
    <>
      <Menu
        trigger={fetchFile.isPending ? "Writing the file" : "Export"}
        align="end"
        entries={[
          entry("One HTML file, opens offline", "html"),
          entry("One HTML file, known names removed", "html", true),
          entry("Markdown", "md"),
          entry("CSV of every number", "csv"),
          { label: "Print or save as PDF", onSelect: () => setTimeout(() => window.print(), 100) },
        ]}
      />
      {fetchFile.error ? (
        <span className="crit" role="alert">
          {fetchFile.error.message}
        </span>
      ) : null}
    </>
  );
}
