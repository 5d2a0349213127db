/**
 * Seeds as people write them: "0-2", "1, 2, 5", "0-2,7". Returns null where the text says nothing readable.
 */
export function parseSeeds(text: string): number[] | null {
  const seeds: number[] = [];
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const range = /^(\d{1,10})-(\d{1,10})$/.exec(part);
    if (range) {
      const [from, to] = [Number(range[1]), Number(range[2])];
      if (to < from || to - from >= 200) return null;
      for (let seed = from; seed <= to; seed++) seeds.push(seed);
    } else if (/^\d{1,10}$/.test(part)) seeds.push(Number(part));
    else return null;
  }
  return seeds.length > 0 ? [...new Set(seeds)] : null;
}
