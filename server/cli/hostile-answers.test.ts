import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { writeResultsDb } from "#db/foreign/testing.ts";
import { handleTrpc } from "../http/trpc-handler.ts";
import { makeWorld } from "../services/testing.ts";
import { sayAside } from "./print.ts";
import { askedAnswers, FAILED_RESULT, fillForVerbs, idleDoors, writeBenchmark } from "./testing.ts";
import { parseVerb, type Verb } from "./verb.ts";

const home = mkdtempSync(join(tmpdir(), "ablab-hostile-"));
const folder = join(home, "tiny");
const servers: Server[] = [];

/** Calls that printed a name of others. */
const toldOfOthers = new Set<string>();

/** What somebody puts into a name: the title and colour of a terminal, its direction, another line, and what nobody sees. */
const HOSTILE = "\u001b]0;pwn\u0007\u001b[31m\u009b31m\u202e\u200b\u{e0041}\r\u0085x";
const STEERS = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u{e0041}]/u;

/** Members that a verb compares or sends back: their values are ids, states and names of procedures. */
const KEPT =
  /^(?:id|.*Id|.*Ids|kind|state|code|slug|version|recipe|unit|metric|rule|severity|level|origin|statusSource|axis|hash|sha256|counts|source|form|scope|type|what|status|key|column|jsonrpc|data|httpStatus|cell|actor|role|outcome|section|direction|column|of|phase|file|baseline|primary|metrics)$/;

/** The same answer with every text in it that somebody else may have written made hostile. */
function poisoned(value: unknown, key = ""): unknown {
  if (typeof value === "string") return KEPT.test(key) ? value : value + HOSTILE;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, key));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poisoned(member, name)]));
}

/** Passes a request on to `url`, and poisons what it answers. */
async function passOn(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { method = "GET", headers } = request;
  const body = method === "GET" ? undefined : new Uint8Array(Buffer.concat(parts));
  const sent = { "content-type": headers["content-type"] ?? "application/json" };
  const answer = await fetch(`${url}${request.url}`, { method, headers: sent, body });
  const text = await answer.text();
  const isJson = /^\s*[[{]/.test(text);
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
  response.end(isJson ? JSON.stringify(poisoned(JSON.parse(text))) : text);
}

const listening = async (listener: RequestListener): Promise<[Server, string]> => {
  const made = createServer(listener);
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  return [made, `http://127.0.0.1:${(made.address() as AddressInfo).port}`];
};

beforeAll(async () => {
  const world = makeWorld();
  fillForVerbs(world);
  const doors = idleDoors(home);
  const [inner, innerUrl] = await listening((request, response) => {
    void handleTrpc(request, response, { services: world.ctx, doors });
  });
  const [outer, url] = await listening((request, response) => {
    if (request.url === "/livez") response.end("{}");
    else void passOn(request, response, innerUrl);
  });
  servers.push(inner, outer);
  writeFileSync(join(home, "server.json"), JSON.stringify({ url, pid: process.pid }));
  mkdirSync(join(home, "tokens"));
  writeFileSync(join(home, "tokens", "operator"), "any\n");
  writeBenchmark(folder);
  writeResultsDb(join(home, "results.db"), [{ ...FAILED_RESULT, model_name: `sft${HOSTILE}` }]);
  vi.stubEnv("ABLAB_HOME", home);
});

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(home, { recursive: true, force: true });
});
afterEach(() => vi.restoreAllMocks());

/** Verbs that start or take over a server, a worker or a program of others. */
const NOT_ASKED = ["start", "demo", "run --", "follow", "restore", "backup"];
const FILES = readdirSync(join(import.meta.dirname, "verbs"), { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts"),
);
const verbs = new Map<string, Verb>();
for (const file of FILES) {
  const { verb } = (await import(join(import.meta.dirname, "verbs", file))) as { verb?: Verb };
  if (verb) verbs.set(verb.name, verb);
}
const CALLS = askedAnswers(home).map(([, args]) => args.map((arg) => arg.replace("FOLDER", folder)));

test("every verb is asked here, but for those that start something", () => {
  const asked = new Set([...CALLS.map(([name]) => name), ...NOT_ASKED]);
  expect([...verbs.keys()].filter((name) => !asked.has(name))).toEqual([]);
});

test.each(CALLS.filter(([name]) => !NOT_ASKED.includes(name)))(
  "%s prints nothing that steers a terminal",
  async (...args) => {
    const printed: string[] = [];
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, "write").mockImplementation((chunk) => (printed.push(String(chunk)), true));
    const [name, ...rest] = args;
    const verb = verbs.get(name);
    if (!verb) throw new Error(`There is no verb ${name}.`);
    for (const words of [rest, [...rest, "--json"]])
      try {
        await verb.run(parseVerb(verb, words));
      } catch (error) {
        // As main.ts says what a verb was refused.
        sayAside(`ablab: ${String(error)}`);
      }
    vi.restoreAllMocks();
    const text = printed.join("");
    expect(text).not.toMatch(STEERS);
    expect(text.length).toBeGreaterThan(0);
    if (text.includes("pwn")) toldOfOthers.add(args.join(" "));
  },
);

test("most of them printed names of others, which is what they are asked here for", () => {
  expect(toldOfOthers.size).toBeGreaterThan(30);
});
