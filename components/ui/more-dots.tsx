/** Three dots in a row: more can be done with this. */
export function MoreDots() {
  return (
    <svg viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
      <circle cx="2.6" cy="7" r="1.2" />
      <circle cx="7" cy="7" r="1.2" />
      <circle cx="11.4" cy="7" r="1.2" />
    </svg>
  );
}
