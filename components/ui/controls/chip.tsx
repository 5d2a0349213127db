import type { ReactNode } from "react";

/** The cross that closes or removes. */
export function Cross() {
  return (
    <svg viewBox="0 0 8 8" aria-hidden="true">
      <path
        d="M1.4 1.4l5.2 5.2M6.6 1.4 1.4 6.6"
        stroke="currentColor"
        strokeWidth="1"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A word that qualifies a name: baseline, attempt 2. Not a control. */
export function Tag({ children }: { children: React.ReactNode }) {
  return <span className="tag">{children}</span>;
}

interface ChipProps {
  children: ReactNode;
  /** A toggle when `onPress` is given, else a mark that it counts. */
  on?: boolean;
  onPress?: () => void;
  /** Adds the cross; `removeLabel` names what goes ("Remove level dgro"). */
  onRemove?: () => void;
  removeLabel?: string;
  /** Dashed: adds a chip. */
  kind?: "add";
}

/** A choice among few, or a level, filter or rule that can be taken away. */
export function Chip({ children, on, onPress, onRemove, removeLabel, kind }: ChipProps) {
  if (onRemove)
    return (
      <span className="chip" data-on={on || undefined}>
        {onPress ? (
          <button type="button" aria-pressed={on} onClick={onPress}>
            {children}
          </button>
        ) : (
          children
        )}
        <button type="button" className="chip-x" aria-label={removeLabel ?? "Remove"} onClick={onRemove}>
          <Cross />
        </button>
      </span>
    );
  if (onPress)
    return (
      <button
        type="button"
        className="chip"
        data-kind={kind}
        aria-pressed={kind === "add" ? undefined : (on ?? false)}
        onClick={onPress}
      >
        {children}
      </button>
    );
  return (
    <span className="chip" data-on={on || undefined}>
      {children}
    </span>
  );
}
