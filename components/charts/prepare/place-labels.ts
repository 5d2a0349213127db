interface Block {
  /** Sum of the wished positions of its labels, each moved to where the first one would stand. */
  sum: number;
  count: number;
}

/**
 * Pushes labels apart so that no two are closer than `gap`, keeps their order, and moves them as little as possible in the
 * least-squares sense (pool adjacent violators). They stay between `top` and `bottom` where they fit. `wished` is ascending;
 * the result has the same order. All in px.
 */
export function placeLabels(wished: number[], gap: number, top: number, bottom: number): number[] {
  const blocks: Block[] = [];
  const start = (block: Block) => block.sum / block.count;
  wished.forEach((position) => {
    blocks.push({ sum: position, count: 1 });
    while (blocks.length > 1) {
      const last = blocks[blocks.length - 1];
      const before = blocks[blocks.length - 2];
      if (start(before) + before.count * gap <= start(last)) break;
      blocks.pop();
      before.sum += last.sum - last.count * before.count * gap;
      before.count += last.count;
    }
  });
  const placed = blocks.flatMap((block) =>
    Array.from({ length: block.count }, (_, index) => start(block) + index * gap),
  );
  for (let index = placed.length - 1, limit = bottom; index >= 0; index--, limit = placed[index + 1] - gap)
    placed[index] = Math.min(placed[index], limit);
  for (let index = 0, limit = top; index < placed.length; index++, limit = placed[index - 1] + gap)
    placed[index] = Math.max(placed[index], limit);
  return placed;
}
