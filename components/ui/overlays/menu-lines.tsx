/** The menu mark of the phone layout. */
export function MenuLines() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d="M2 6h16M2 10h16M2 14h16" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
