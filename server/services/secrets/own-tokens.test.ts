import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { maskText } from "../../../workers/protocol/secrets/mask.ts";
import { MASK } from "../../../workers/protocol/secrets/mask-mark.ts";
import { newIngestToken, newSecret, type SecretKind, sha256 } from "../hashing.ts";
import { newShareToken } from "../reports/share-links.ts";
import { makeWorld } from "../testing.ts";
import { maskOwnTokens } from "./own-tokens.ts";

const KINDS: SecretKind[] = ["home", "worker", "attempt", "session", "login"];

it("misses none of 20,000 tokens of this version, whatever stands around them", () => {
  const makers = [...KINDS.map((kind) => () => newSecret(kind)), newIngestToken, newShareToken];
  const missed = makers.flatMap((make) =>
    Array.from({ length: 2900 }, make).filter((token) =>
      maskText(`at_${token}, b`).includes(token.slice(-20)),
    ),
  );
  expect(missed).toEqual([]);
});

it("misses no token of before that is stored, though its form says little", () => {
  const { ctx } = makeWorld();
  const old = Array.from({ length: 5000 }, () => randomBytes(32).toString("base64url"));
  // Random ones are seen by their form anyway; these two are seen by their digest alone.
  old.push("a-word".repeat(8).slice(0, 43), "0a".repeat(13));
  const insert = ctx.db.$client.prepare(
    "insert into sessions (secret_hash, created_at, seen_at, expires_at) values (?, 0, 0, 0)",
  );
  for (const token of old) insert.run(sha256(token));
  const fileToken = "o".repeat(43);
  const stop = maskOwnTokens(ctx.db, [`${fileToken}\n`]);
  const missed = [...old, fileToken].filter((token) => maskText(`(${token})`, "forms") !== `(${MASK})`);
  expect(missed).toEqual([]);
  expect(maskText(`x ${"p".repeat(43)} y`)).toContain("p");
  stop();
  expect(maskText(fileToken)).toBe(fileToken);
});
