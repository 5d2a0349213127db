import type { AuditItem, AuditView } from "#server/contracts/rollouts/audit.ts";

/** What a person says of a completion; null: nothing yet. */
export const markOf = ({ marks }: Pick<AuditItem, "marks">, by: string): boolean | null =>
  marks.find((mark) => mark.by === by)?.right ?? null;

/** The completion that comes next: behind `after` the first one that this person has not marked, else from the front; null when all are. */
export function nextUnmarked(items: readonly AuditItem[], by: string, after: number): number | null {
  const open = items.filter((item) => item.position !== after && markOf(item, by) === null);
  return (open.find(({ position }) => position > after) ?? open.at(0))?.position ?? null;
}

/** The audit as it is once a mark has arrived; what follows from the marks comes with the server's answer. */
export function withMark(
  audit: AuditView,
  { position, by, right }: { position: number; by: string; right: boolean | null },
): AuditView {
  const items = audit.items.map((item) => {
    if (item.position !== position) return item;
    const others = item.marks.filter((mark) => mark.by !== by);
    return { ...item, marks: right === null ? others : [...others, { by, right }] };
  });
  return { ...audit, items };
}
