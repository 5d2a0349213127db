import { describe, expect, test } from "vitest";
import { anonymiseSource, textAnonymiser } from "./anonymise-text.ts";
import type { PrivateWord } from "./find-words.ts";
import { wordsToRemove } from "./private-words.ts";

const host = (text: string): PrivateWord => ({ text, names: "host" });
const worker = (text: string): PrivateWord => ({ text, names: "machine" });

describe("a text of a million characters is anonymised, which a pattern that starts anew at each would never do", () => {
  const clean = textAnonymiser([host("secret-box")]);
  test.each(["a-", "a.", "1.", "a+", "a@", "/a", "\\a", "\\\\a", "http://", "a:", "~", "a.b:", "::", "@a."])(
    "%s",
    (unit) => {
      const cleaned = clean(`${unit.repeat(1_000_000 / unit.length)} on secret-box`);
      expect(cleaned.slice(-13)).toBe(" on (removed)");
    },
  );
});

describe("names of machines and people by their form", () => {
  const clean = textAnonymiser([]);
  test.each([
    "login.cluster.edu",
    "gpu-7.example.com",
    "box.example.org:8080",
    "node.internal",
    "nas.lan",
    "vm1.eu-west.cloud",
    "train.example.io",
    "node17.hall.site",
    "gpu.hpc.ethz.ch",
    "login.uni.ac.uk",
    "trainer.queue:6379",
    "fe80::1ff:fe23:4567:890a",
    "2001:db8::7",
    "::ffff:10.0.0.1",
    "52:54:00:ab:cd:ef",
    "10.31.7.9.",
    "~canary/notes",
    "\\\\fileserver\\share\\run",
    "\\fileserver\\share\\run",
    "https://gpu7.example.edu/x",
    `${"x".repeat(80)}@mail.example.zone`,
  ])("%s is taken out", (name) => {
    const cleaned = clean(`Ran on ${name} today.`);
    expect(cleaned).toMatch(/^Ran on x*\(removed\)\.? today\.$/);
  });

  test.each([
    "https://export.arxiv.org/abs/2402.03300",
    "https://doi.org/10.1000/182",
    "at 16:00:12 UTC, ratio 3:1, seeds 0:2",
    "eval/rr_at_5 of ~50/50 and da.root, da.iis_set",
    "torch 2.5.1, beta 0.28",
    "e.g. train.py, i.e. the trainer",
  ])("%s stays", (text) => expect(clean(text)).toBe(text));

  test("a network path in Markdown goes before reading it turns its backslashes into others", () => {
    expect(anonymiseSource("see \\\\server\\_share\\x and `\\\\nas\\y`.")).toBe(
      "see (removed) and `(removed)`.",
    );
    const formula = "$$\na & b \\\\\nc & d \\\\ \\hline\n$$";
    expect(anonymiseSource(formula)).toBe(formula);
  });
});

describe("known names", () => {
  test("the exact host and user go whatever their length and however common; short and common given names stay", () => {
    const words = wordsToRemove({
      exact: ["x1", "gpu", "server"].map(host),
      given: ["a2", "worker", "canary-worker"].map(worker),
    });
    expect(words.map(({ text }) => text)).toEqual(["canary-worker", "server", "gpu", "x1"]);
    expect(textAnonymiser(words)("x1 and gpu, not x12 or gpus")).toBe(
      "(removed) and (removed), not x12 or gpus",
    );
  });

  test("words of recipes, presets and metrics stay, so that a host called sft does not blank a report", () => {
    expect(
      wordsToRemove({
        exact: ["sft", "baseline", "reward", "grpo", "no_kl", "RR"].map(host),
        given: ["prm-train"].map(worker),
      }),
    ).toEqual([]);
  });
});
