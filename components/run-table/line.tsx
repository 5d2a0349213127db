import type { ReactNode } from "react";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Chevron } from "#components/ui/marks/chevron.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import { RunDot } from "#components/ui/marks/run-state.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { MiddleCut } from "#components/ui/tables/middle-cut.tsx";
import { VisuallyHidden } from "#components/ui/visually-hidden.tsx";
import type { RunEntry, GroupEntry, TableEntry } from "#server/contracts/run-table.ts";
import { parseColumnId } from "#server/contracts/run-table-columns.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf, plural, writeCount, writeOf } from "#server/wording/counts.ts";
import { Flags } from "../checks/flags.tsx";
import { RunTableCell, cellTip } from "./cell.tsx";
import { curveOf, curveWords, GroupCurveCell, groupCurveWords } from "./curve-cell.tsx";
import { groupChecks, groupFact } from "./group-facts.tsx";
import type { TableLines } from "./lines.ts";
import { factTip, runFact } from "./run-facts.tsx";

export interface LineActions {
  isSelected: (runId: string) => boolean;
  onSelect: (runId: string) => void;
  onToggle: (group: string) => void;
}

/** Characters from which on a name may be cut on a phone. */
const LONG_NAME = 10;

/** Name of a run with the box that selects it, indented under the head of its group. */
function RunName({ entry, actions }: { entry: RunEntry; actions: LineActions }) {
  const { id, name, kept, colour } = entry.run;
  return (
    <span className="table-name" data-inset={entry.inGroup || undefined}>
      <Checkbox
        label={`Select ${name}`}
        checked={actions.isSelected(id)}
        onChange={() => actions.onSelect(id)}
      />
      <RunDot colour={colour} size={entry.inGroup ? "seed" : undefined} />
      <PageLink href={`/runs/${id}`} aria-label={name} data-tip={name.length > LONG_NAME ? name : undefined}>
        <MiddleCut>{name}</MiddleCut>
      </PageLink>
      {kept.pinned ? <Tag>pinned</Tag> : null}
    </span>
  );
}

/** What the means of a group are of. */
const resumedWords = ({ resumed, runs: n }: GroupEntry): string =>
  `of ${writeOf(resumed, n, "run")} only the latest attempt counts in the columns of metrics`;

function GroupName({ entry, actions }: { entry: GroupEntry; actions: LineActions }) {
  const { key, title, open, runs: n, resumed, experimentId, colour } = entry;
  const tip = title.length > LONG_NAME ? visibleName(title) : undefined;
  return (
    <span className="table-name">
      <button
        type="button"
        className="table-toggle"
        aria-expanded={open}
        aria-label={`Runs of ${title}`}
        onClick={() => actions.onToggle(key)}
      >
        <Chevron direction="right" />
      </button>
      {colour === null ? null : <RunDot colour={colour} />}
      {experimentId ? (
        <PageLink href={`/experiments/${experimentId}`} aria-label={visibleName(title)} data-tip={tip}>
          <MiddleCut>{visibleName(title)}</MiddleCut>
        </PageLink>
      ) : (
        <span data-tip={tip}>
          <MiddleCut>{title}</MiddleCut>
        </span>
      )}
      <span className="aside-num">
        {writeCount(n)}
        <span className="wide-words">
          {" "}
          {plural(n, "run")}
          {resumed > 0 ? "," : ""}
        </span>
      </span>
      {resumed > 0 ? (
        <span className="aside-num table-resumed" data-tip={resumedWords(entry)}>
          {writeCount(resumed)} resumed
          <VisuallyHidden>: {resumedWords(entry)}</VisuallyHidden>
        </span>
      ) : null}
    </span>
  );
}

/** The three cells that stand first and stay. */
export function fixedCell(
  name: "run" | "state" | "checks",
  entry: RunEntry | GroupEntry,
  lines: TableLines,
  actions: LineActions,
): ReactNode {
  if (entry.kind === "group") {
    if (name === "run") return <GroupName entry={entry} actions={actions} />;
    return name === "checks" ? groupChecks(entry) : groupFact("state", entry, 0);
  }
  if (name === "run") return <RunName entry={entry} actions={actions} />;
  if (name === "state") return runFact("state", entry.run, 0);
  const findings = lines.findingsOf(entry.run.id);
  return findings === null ? (
    <span className="muted" data-tip="The rules have not looked at it yet">
      …
    </span>
  ) : (
    <Flags findings={findings} />
  );
}

function curveCell(entry: RunEntry | GroupEntry, lines: TableLines) {
  if (entry.kind === "run") {
    const curve = lines.curveOf(entry.run.id);
    return { content: curveOf(entry.run, curve), tip: curve && curveWords(curve) };
  }
  const curve = lines.groupCurveOf(entry.key);
  return {
    content: curve ? <GroupCurveCell curve={curve} title={entry.title} /> : null,
    tip: curve && groupCurveWords(curve),
  };
}

/** A cell of a chosen column, with what stands behind its number. */
export function chosenCell(
  id: string,
  entry: RunEntry | GroupEntry,
  lines: TableLines,
  now: number,
): { content: ReactNode; tip: string | undefined } {
  const column = parseColumnId(id);
  if (id === "curve") return curveCell(entry, lines);
  if (column?.kind === "built-in")
    return {
      content:
        entry.kind === "run" ? runFact(column.name, entry.run, now) : groupFact(column.name, entry, now),
      tip: entry.kind === "run" ? factTip(column.name, entry.run) : undefined,
    };
  const cell = lines.cellOf(entry, id);
  return { content: <RunTableCell column={id} cell={cell} />, tip: cellTip(id, cell) };
}

/** The words of a line that heads runs which are ranked among themselves, or are not: the verdict, and then why. */
export function partWords({ ranked, runs: n }: Extract<TableEntry, { kind: "part" }>, why: string): string {
  const verdict = ranked ? plural(n, "by itself", "ranked among themselves") : "not ranked";
  return `${countOf(n, "run")} ${verdict}: ${why}`;
}
