/** One line where content would stand: nothing matches the filter, not measured, off in this run. */
export function Notice({ children }: { children: React.ReactNode }) {
  return <div className="notice">{children}</div>;
}
