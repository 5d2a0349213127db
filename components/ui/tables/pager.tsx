"use client";

import { Button } from "../controls/button.tsx";

interface PagerProps {
  /** From 0. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** To the pages before and after in a list whose newest rows come first; nothing where there is one page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <div className="btn-row">
      <Button
        blocked={page === 0 ? "This is the first page" : undefined}
        onClick={() => page > 0 && onPage(page - 1)}
      >
        Newer
      </Button>
      <Button
        blocked={page + 1 >= pages ? "This is the last page" : undefined}
        onClick={() => page + 1 < pages && onPage(page + 1)}
      >
        Older
      </Button>
    </div>
  );
}
