import { Chevron } from "#components/ui/marks/chevron.tsx";

interface SectionToggleProps {
  title: string;
  closed: boolean;
  onToggle: () => void;
}

/** The heading of a section that opens and closes. */
export function SectionToggle({ title, closed, onToggle }: SectionToggleProps) {
  return (
    <button type="button" className="panel-toggle" aria-expanded={!closed} onClick={onToggle}>
      {title}
      <Chevron direction={closed ? "right" : "down"} />
    </button>
  );
}
