import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { runPython } from "../testing.python.ts";
import { fakeVerbs, serveAdapter, type FakeRun, type Fault } from "../testing.ts";
import { TOKEN } from "./testing.ts";
import { wandbAdapter } from "./adapter.ts";

/** Where the clients of one run of the tests keep what they write. */
export const home = mkdtempSync(join(tmpdir(), "ablab-wandb-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const START = `
import math, os, signal, sys, time, warnings
warnings.filterwarnings("ignore")
import wandb
`;

let worlds = 0;
/** A server with the wire and nothing behind it, and Python with a client that is told of it. */
export async function clientWorld(python: string, next?: (request: number) => Fault) {
  const verbs = fakeVerbs();
  let count = 0;
  const server = await serveAdapter(wandbAdapter(), verbs, () => next?.(count++) ?? "none");
  const folder = join(home, String(worlds++));
  const env = {
    WANDB_BASE_URL: server.url,
    WANDB_API_KEY: TOKEN,
    // Where a login is written to.
    HOME: home,
    NETRC: join(home, "netrc"),
    WANDB_DIR: home,
    WANDB_CACHE_DIR: folder,
    WANDB_CONFIG_DIR: folder,
    WANDB_DATA_DIR: folder,
    WANDB_SILENT: "true",
    WANDB_X_FILE_STREAM_TRANSMIT_INTERVAL: "1",
    PYTHONUNBUFFERED: "1",
  };
  const run = async (script: string, more: Record<string, string> = {}) => {
    const ended = await runPython(python, START + script, { ...env, ...more });
    expect(server.unclaimed, ended.output).toEqual([]);
    return ended;
  };
  const kept = (place: string): FakeRun => {
    const found = verbs.runs.get(place);
    if (!found) throw new Error(`There is no ${place}, but ${[...verbs.runs.keys()].join(", ")}.`);
    return found;
  };
  const rows = (place: string, writer = "main") => kept(place).rows.get(`${writer}:history`) ?? [];
  return { verbs, server, run, kept, rows };
}
