import { TreeNodes } from "#components/ui/drawn-tree.tsx";
import type { ReportNode } from "#server/contracts/reports/report-tree.ts";

/** A drawn report, with what its cards need. */
export function ReportTree({ nodes }: { nodes: ReportNode[] }) {
  return (
    <>
      <TreeNodes nodes={nodes} />
      <script src="/report-cards.js" async />
    </>
  );
}
