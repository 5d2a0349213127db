/** The header of truth: four to six values under the title. Children are `Fact`s. */
export function Facts({ children }: { children: React.ReactNode }) {
  return <dl className="facts">{children}</dl>;
}
