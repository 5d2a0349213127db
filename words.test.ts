import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTest, sourceFiles } from "./source-files.ts";

/** What the field calls otherwise: identifiers and JSON fields of before, with the name of today. */
const FORMER_NAMES: Record<string, string> = {
  agreedAt: "approvedAt",
  agreedBy: "approvedBy",
  goesAt: "purgeAt",
  heardAt: "lastSeenAt",
  notOnRecord: "notLogged",
  objections: "findings",
  otherSeedsSay: "overSeeds",
  stopAskedAt: "stopRequestedAt",
  stopAskedBy: "stopRequestedBy",
};

/** Phrases that a reader of the field has to translate, with what is written instead. */
const PHRASES: [RegExp, string][] = [
  [/\bin vain\b/i, "work lost"],
  [/\bno word (?:from|since|of it|for a while)\b/i, "no heartbeat"],
  [/\bwhose word\b|\bby the word of\b/i, "reported by, status source"],
  [/\bnot separable\b/i, "not significant"],
  [/\bgrey zone\b/i, "below the minimum detectable effect"],
  [/\b(?:told|heard) of\b|\bfell silent\b/i, "sent, reported, no heartbeat"],
  [
    /\b(?:appears|asks|ends|tried|retried|launched|launch it)(?: \w+){0,2} by itself\b/i,
    "automatically, alone, or nothing",
  ],
  [/\btwin of\b|\bthe twin\b|\ba twin\b/i, "A/A control"],
];

/** Texts in quotes or backquotes with a blank in them, and what stands between tags: what somebody may read. */
const textsOf = (source: string): string[] =>
  source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .match(/"[^"\n]* [^"\n]*"|`[^`]* [^`]*`|>[^<>{}\n]* [^<>{}\n]*</g) ?? [];

const READ = /^(components|app|packs|server|workers)\//;

test("code calls things by the field's names", () => {
  const former = new RegExp(`\\b(${Object.keys(FORMER_NAMES).join("|")})\\b`, "g");
  const hits = sourceFiles()
    .filter(
      ({ file }) => file !== "words.test.ts" && !/^server\/services\/reports\/answers\/table\.ts$/.test(file),
    )
    .flatMap(({ file, text }) =>
      isTest(file)
        ? []
        : [...text.matchAll(former)].map(([name]) => `${file}: ${name}, today ${FORMER_NAMES[name]}`),
    );
  expect([...new Set(hits)]).toEqual([]);
});

test("JSON of the command line has no field of before", () => {
  const folder = join(import.meta.dirname, "docs/json");
  const hits = readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return [...Object.keys(FORMER_NAMES), "sentence", "basis"].filter((name) =>
      text.includes(`"${name}": {`),
    );
  });
  expect(hits).toEqual([]);
});

test("what people read is written in the field's phrases", () => {
  const hits = sourceFiles()
    .filter(({ file }) => READ.test(file) && !isTest(file) && !/\/(testing|fixtures)[./]/.test(file))
    .flatMap(({ file, text }) =>
      textsOf(text).flatMap((one) =>
        PHRASES.filter(([phrase]) => phrase.test(one)).map(
          ([, better]) => `${file}: ${one} (better: ${better})`,
        ),
      ),
    );
  expect(hits).toEqual([]);
});

test.each([
  'const a = "Done in vain: 0 steps";',
  "<p>No word from box since 12:00</p>",
  "say(`${name} fell silent at ${at}`)",
])("%s is found", (source) => {
  expect(textsOf(source).some((one) => PHRASES.some(([phrase]) => phrase.test(one)))).toBe(true);
});
