interface GridProps {
  /** "lead" is 1.62 to 1; 4 is as many of at least 200 px as fit. */
  columns: 2 | 3 | 4 | "lead";
  children: React.ReactNode;
}

/** Figures or sections side by side; fewer columns where the page is narrow. */
export function Grid({ columns, children }: GridProps) {
  return (
    <div className="grid" data-columns={columns}>
      {children}
    </div>
  );
}
