import { insertReported, selectReportedByDigest } from "#db/queries/reported.ts";
import { maskText } from "../../../workers/protocol/secrets/mask.ts";
import { topics } from "../../contracts/live.ts";
import { AddTablesInput, type ReportedTable } from "../../contracts/reported/reported.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { canonicalJson, newId, sha256 } from "../hashing.ts";
import { projectForNew } from "../projects/ensure-default.ts";
import { getReported } from "./get.ts";
import { previewTables } from "./preview.ts";

/** Stores every table of a text as reported. The same table of the same document again changes nothing. */
export function addTables(ctx: ServiceContext, rawInput: AddTablesInput): ReportedTable[] {
  const input = AddTablesInput.parse(rawInput);
  const text = maskText(input.text, "forms");
  const read = previewTables({ text });
  return commit(ctx, (scope) => {
    const projectId = projectForNew(ctx, scope, input.project);
    return read.map(({ format, grid, notes, title: above }, i) => {
      const own = input.title ? `${input.title}${read.length > 1 ? ` ${i + 1}` : ""}` : above;
      const title = own || `Table ${i + 1}`;
      const document = maskText(input.document, "forms");
      const digest = sha256(canonicalJson({ document, title, grid }));
      const known = selectReportedByDigest(scope.db, projectId, digest);
      if (known) return { ...getReported(ctx, { id: known.id }), isKnown: true };
      const id = newId("reported");
      insertReported(scope.db, {
        id,
        projectId,
        title: maskText(title, "forms"),
        document,
        documentDate: input.documentDate ?? null,
        format,
        source: text,
        grid,
        notes,
        digest,
        createdBy: actorName(ctx.actor),
        createdAt: ctx.now(),
      });
      scope.touch(topics.reports);
      return getReported(ctx, { id });
    });
  });
}
