import { existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { MIN_FREE_BYTES } from "../../contracts/launch/launch-limits.ts";
import { EXIT } from "../exit.ts";
import { gpuFindings } from "../gpu-findings.ts";
import { homeDir } from "../home-dir.ts";
import { plain, printJson, say } from "../print.ts";
import { text, type Verb } from "../verb.ts";
import { countOf } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";

const Finding = z.object({ name: z.string(), ok: z.boolean(), says: z.string() });
const Diagnosis = z.object({ ok: z.boolean(), findings: z.array(Finding) });
type Finding = z.infer<typeof Finding>;

function nodeFinding(): Finding {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const ok = major > 22 || (major === 22 && minor >= 18);
  return {
    name: "node",
    ok,
    says: `Node ${process.versions.node}${ok ? "" : "; Ablab needs 22.18 or newer. Start it through npx ablab or npm."}`,
  };
}

function homeFindings(home: string): Finding[] {
  if (!existsSync(home))
    return [
      { name: "data directory", ok: true, says: `${home} does not exist yet; the first start makes it` },
    ];
  const mode = statSync(home).mode & 0o777;
  const open = (mode & 0o077) !== 0;
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  return [
    {
      name: "data directory",
      ok: !open,
      says: open
        ? `${home} is open to other users (mode ${mode.toString(8)}). Run: chmod 700 ${home}`
        : `${home}, private`,
    },
    {
      name: "disk",
      ok: free > MIN_FREE_BYTES,
      says: `${writeBytes(free)} free${free > MIN_FREE_BYTES ? "" : "; below ${writeBytes(MIN_FREE_BYTES)} nothing is launched. Free some space."}`,
    },
  ];
}

async function serverFinding(home: string): Promise<Finding> {
  const file = join(home, "server.json");
  if (!existsSync(file))
    return { name: "server", ok: true, says: 'not running; start it with "npx ablab start"' };
  const { url, pid } = JSON.parse(readFileSync(file, "utf8")) as { url: string; pid: number };
  try {
    const answer = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(3000) });
    return { name: "server", ok: answer.ok, says: `answers at ${url} (process ${pid})` };
  } catch {
    return {
      name: "server",
      ok: false,
      says: `server.json names ${url} (process ${pid}), but nothing answers there. A new "npx ablab start" replaces it.`,
    };
  }
}

export const verb: Verb = {
  name: "doctor",
  words: "",
  wordCount: [0, 0],
  summary: "look at this machine and say what would keep Ablab from working",
  details: "",
  examples: [
    ["npx ablab doctor", "what would keep Ablab from working here"],
    ["npx ablab doctor --python ~/venv/bin/python", "whether the torch of an interpreter sees the GPUs"],
  ],
  options: {
    python: {
      type: "string",
      value: "PATH",
      help: "also test the torch of this Python, as of worker --python; those on the PATH and of made environments are tested anyway",
    },
    json: { type: "boolean", help: "print one JSON document (schema: docs/json)" },
  },
  answer: Diagnosis,
  async run(input) {
    const home = homeDir();
    const machine: Finding = {
      name: "machine",
      ok: true,
      says: `${countOf(availableParallelism(), "CPU")}, ${writeBytes(totalmem())} memory, ${process.platform} ${process.arch}`,
    };
    const findings = [
      nodeFinding(),
      machine,
      ...homeFindings(home),
      await serverFinding(home),
      ...(await gpuFindings(home, text(input.options.python))),
    ];
    const ok = findings.every((f) => f.ok);
    if (input.options.json) printJson({ ok, findings });
    else for (const f of findings) say(`${f.ok ? "ok  " : "BAD "} ${f.name}: ${plain(f.says)}`);
    return ok ? EXIT.done : EXIT.failed;
  },
};
