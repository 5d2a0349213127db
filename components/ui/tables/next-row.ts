/** Where a key leads from row `active` among `count` rows, or null where the key does not walk. `page` is rows per page. */
export function nextRow(key: string, active: number, count: number, page: number): number | null {
  const clamp = (row: number) => Math.max(0, Math.min(count - 1, row));
  switch (key) {
    case "ArrowDown":
      return clamp(active + 1);
    case "ArrowUp":
      return clamp(active - 1);
    case "PageDown":
      return clamp(active + page);
    case "PageUp":
      return clamp(active - page);
    case "Home":
      return 0;
    case "End":
      return clamp(count - 1);
    default:
      return null;
  }
}
