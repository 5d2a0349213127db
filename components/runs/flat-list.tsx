import type { RunPanelsSearch } from "#components/search-params/runs.ts";
import { runPageHref } from "#components/search-params/runs.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import type { FoldedPanel } from "./folded-panels.ts";

interface FlatListProps {
  runId: string;
  panels: readonly FoldedPanel[];
  search: RunPanelsSearch;
}

/** Metrics whose picture would be a flat line or none, a line of words each; the name of one opens it as a panel. */
export function FlatList({ runId, panels, search }: FlatListProps) {
  if (panels.length === 0) return null;
  const { unfolded } = search;
  return (
    <ul className="flat-list" aria-label="Flat at 0, off, or drawn by another panel">
      {panels.map(({ key, title, says, isOpen }) => (
        <li key={key}>
          <PageLink
            href={runPageHref(`/runs/${runId}`, {
              ...search,
              unfolded: isOpen ? unfolded.filter((one) => one !== key) : [...unfolded, key],
            })}
            scroll={false}
            data-tip={isOpen ? "Fold this panel" : "Show as a panel"}
          >
            {title}
          </PageLink>{" "}
          <span className="muted">
            {says}
            {isOpen ? ", shown above" : ""}
          </span>
        </li>
      ))}
    </ul>
  );
}
