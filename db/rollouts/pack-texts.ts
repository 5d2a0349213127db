import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Db } from "../client.ts";
import type { StoredTurn } from "../schema/rollouts.ts";
import { addToSieve, emptySieve } from "./sieve.ts";

/** Bytes of text from which on a block takes no more: reading one text unpacks a whole block, in about 0.4 ms. */
export const FULL_BLOCK = 131_072;

/** Where a text lies: a stretch of an unpacked block. */
export interface TextPlace {
  blockId: number;
  offset: number;
}

/** A block that may grow is packed again with each batch; one that is full is packed once more, as well as is worth it. */
const LEVEL = { open: 3, full: 6 };

const pack = (texts: Buffer, level: number): Buffer =>
  zstdCompressSync(texts, { params: { [constants.ZSTD_c_compressionLevel]: level } });

interface OpenBlock {
  id: number;
  bytes: number;
  live: number;
  pieces: Buffer[];
  sieve: Buffer;
}

const INSERT = "insert into rollout_blocks (run_id, bytes, live, data) values (?, 0, 0, x'')";
const UPDATE = "update rollout_blocks set bytes = ?, live = ?, data = ? where id = ?";
const LAST = `select b.id, b.bytes, b.live, b.data, s.bits from rollout_blocks b join rollout_sieves s on s.block_id = b.id
  where b.run_id = ? order by b.id desc limit 1`;
const SIEVE = `insert into rollout_sieves (block_id, run_id, bits) values (?, ?, ?)
  on conflict (block_id) do update set bits = excluded.bits`;

/**
 * Adds texts to the blocks of a run, inside the caller's transaction: they go on in its last block where that is not full.
 * Nothing is stored before `flush`.
 */
export function textPacker(db: Db, runId: string) {
  let open: OpenBlock | null = null;

  function next(): OpenBlock {
    const last = db.$client.prepare(LAST).get(runId) as
      { id: number; bytes: number; live: number; data: Buffer; bits: Buffer } | undefined;
    if (last && last.bytes < FULL_BLOCK)
      return { ...last, pieces: [zstdDecompressSync(last.data)], sieve: Buffer.from(last.bits) };
    const { lastInsertRowid } = db.$client.prepare(INSERT).run(runId);
    return { id: Number(lastInsertRowid), bytes: 0, live: 0, pieces: [], sieve: emptySieve() };
  }

  function write({ id, bytes, live, pieces, sieve }: OpenBlock): void {
    const data = pack(Buffer.concat(pieces), bytes < FULL_BLOCK ? LEVEL.open : LEVEL.full);
    db.$client.prepare(UPDATE).run(bytes, live, data, id);
    db.$client.prepare(SIEVE).run(id, runId, sieve);
  }

  return {
    add(text: string): TextPlace {
      const block: OpenBlock = (open ??= next());
      const bytes = Buffer.from(text);
      const place = { blockId: block.id, offset: block.bytes };
      block.pieces.push(bytes);
      block.bytes += bytes.length;
      block.live += 1;
      addToSieve(block.sieve, text);
      if (block.bytes >= FULL_BLOCK) {
        write(block);
        open = null;
      }
      return place;
    },
    /** A text of this block is pointed at no more; the block goes with its last one. */
    drop(blockId: number): void {
      if (open?.id === blockId) {
        open.live -= 1;
        return;
      }
      const left = db.$client
        .prepare("update rollout_blocks set live = live - 1 where id = ? returning live")
        .pluck()
        .get(blockId) as number;
      if (left > 0) return;
      db.$client.prepare("delete from rollout_sieves where block_id = ?").run(blockId);
      db.$client.prepare("delete from rollout_blocks where id = ?").run(blockId);
    },
    flush(): void {
      if (open) write(open);
      open = null;
    },
  };
}

export type TextPacker = ReturnType<typeof textPacker>;

/** Bytes of a text by its turns, which are joined by line breaks. */
export const bytesOfTurns = (turns: readonly StoredTurn[]): number =>
  turns.reduce((sum, [, bytes]) => sum + bytes, 0) + Math.max(0, turns.length - 1);

/** Reads texts of blocks; each block is unpacked once. A block that is gone is empty. */
export function textReader(db: Db) {
  const select = db.$client.prepare("select data from rollout_blocks where id = ?").pluck();
  const blocks = new Map<number, Buffer>();
  const unpacked = (blockId: number): Buffer => {
    const known = blocks.get(blockId);
    if (known) return known;
    const data = select.get(blockId) as Buffer | undefined;
    const block = data ? zstdDecompressSync(data) : Buffer.alloc(0);
    blocks.set(blockId, block);
    return block;
  };
  return {
    text: ({ blockId, offset }: TextPlace, bytes: number): string =>
      unpacked(blockId).toString("utf8", offset, offset + bytes),
    whole: (blockId: number): string => unpacked(blockId).toString("utf8"),
  };
}
