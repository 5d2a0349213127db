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
