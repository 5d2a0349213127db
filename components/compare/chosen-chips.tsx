import { Chip } from "#components/ui/controls/chip.tsx";
import { MAX_SIDES } from "#server/contracts/compare/compare-words.ts";
import { writeCount } from "#server/wording/counts.ts";

/** How many sides of a comparison are chosen, or that more are needed. */
export const chosenNote = ({ length }: readonly string[]): string =>
  length < 2 ? "choose at least two" : `${writeCount(length)} chosen`;

/** After the foot of a list to choose from, where no further side can be chosen. */
export const fullNote = ({ length }: readonly string[]): string =>
  length >= MAX_SIDES ? ` ${MAX_SIDES} are chosen, the most that stand side by side.` : "";

interface ChosenChipsProps {
  chosen: readonly string[];
  nameOf: (id: string) => string;
  onChange: (chosen: string[]) => void;
}

/** The chosen sides, each to be removed; the others are compared with the first. */
export function ChosenChips({ chosen, nameOf, onChange }: ChosenChipsProps) {
  return chosen.map((id, i) => (
    <Chip
      key={id}
      on
      onRemove={() => onChange(chosen.filter((other) => other !== id))}
      removeLabel={`Remove ${nameOf(id)}`}
    >
      {i === 0 ? `${nameOf(id)}, compared with` : nameOf(id)}
    </Chip>
  ));
}
