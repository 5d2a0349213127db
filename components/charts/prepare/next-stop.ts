/**
 * Where a key moves the cursor among `count` samples: arrows by one, with Shift or Page keys by a tenth, Home and End to the
 * ends; from nowhere (-1) it enters at the end that the key comes from. Null where the key means nothing here.
 */
export function nextStop(key: string, far: boolean, index: number, count: number): number | null {
  if (count === 0) return null;
  const stride = Math.max(1, Math.round(count / 10));
  const by: Record<string, number> = {
    ArrowRight: far ? stride : 1,
    ArrowUp: far ? stride : 1,
    ArrowLeft: far ? -stride : -1,
    ArrowDown: far ? -stride : -1,
    PageUp: stride,
    PageDown: -stride,
    Home: -count,
    End: count,
  };
  const step = by[key];
  if (step === undefined) return null;
  if (index < 0) return step > 0 && key !== "End" ? 0 : key === "Home" ? 0 : count - 1;
  return Math.max(0, Math.min(count - 1, index + step));
}
