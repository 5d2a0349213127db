/** A word that qualifies a name: baseline, attempt 2. Not a control. */
export function Tag({ children }: { children: React.ReactNode }) {
  return <span className="tag">{children}</span>;
}
