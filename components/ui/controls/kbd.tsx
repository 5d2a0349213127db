interface KbdProps {
  /** As it is pressed: "Ctrl K", "g r", "esc". */
  keys: string;
}

/** A key. Hidden from screen readers inside a control, where `aria-keyshortcuts` or the help list says it. */
export function Kbd({ keys }: KbdProps) {
  return (
    <kbd className="kbd" aria-hidden="true">
      {keys}
    </kbd>
  );
}
