import { RunStateGlyph, type RunStateName } from "./run-state-glyph.tsx";

interface RunStateProps {
  state: RunStateName;
  /** Other words than the state's own: "1 of 3 running". */
  children?: string;
  /** Only the glyph, named for screen readers: beside a title that is followed by a sentence of state. */
  glyphOnly?: boolean;
  size?: "title";
}

/** Glyph and word of a run state, in the colour of its meaning; "finished" has none. */
export function RunState({ state, children, glyphOnly, size }: RunStateProps) {
  const word = children ?? state;
  return (
    <span className="state" data-state={state} data-alone={glyphOnly || undefined}>
      <RunStateGlyph state={state} size={size} label={glyphOnly ? word : undefined} />
      {glyphOnly ? null : word}
    </span>
  );
}
