import { writeSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { INGEST_VARIABLES } from "../protocol/ingest.ts";
import { markText } from "../protocol/visible-text.ts";
import { commandHome } from "./record.ts";
import { sendLeft, Witness, type CommandOrder } from "./command.ts";

/** `node workers/command/main.ts [--server URL] [--token-file FILE] ... -- COMMAND`: runs a command and sends how it went. */

const WRONG_USE = 2;
const say = (line: string) => void process.stderr.write(`ablab: ${markText(line)}\n`);

function readOrder(args: string[], env: NodeJS.ProcessEnv): CommandOrder {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      server: text,
      "token-file": text,
      experiment: text,
      name: text,
      group: text,
      id: text,
      tag: { type: "string", multiple: true },
      "no-loggers": { type: "boolean" },
    },
  });
  const server = values.server ?? env[INGEST_VARIABLES.url];
  const file = values["token-file"] ?? env[INGEST_VARIABLES.tokenFile];
  const token = env[INGEST_VARIABLES.token];
  if (positionals.length === 0) throw new Error("Which command? Write it after --.");
  if (!server || !/^https?:\/\//.test(server))
    throw new Error(`Which server? Give --server URL or set ${INGEST_VARIABLES.url}.`);
  if (!file && !token)
    throw new Error(
      `Which token? Give --token-file FILE or set ${INGEST_VARIABLES.tokenFile}. The page Connect makes one, or: npx ablab token new NAME`,
    );
  return {
    command: positionals,
    server: server.replace(/\/+$/, ""),
    token: file ? { file: resolve(file) } : { text: (token ?? "").trim() },
    home: commandHome(env),
    experiment: values.experiment ?? env[INGEST_VARIABLES.experiment] ?? null,
    name: values.name ?? null,
    group: values.group ?? null,
    tags: values.tag ?? [],
    leadsLoggers: values["no-loggers"] !== true,
    key: values.id ?? env[INGEST_VARIABLES.key] ?? null,
    env,
  };
}

function echo(bytes: Buffer): void {
  for (let at = 0; at < bytes.length;)
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      // A pipe whose reader is slow is waited for; one whose reader is gone ends nothing.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
    }
}

try {
  const order = readOrder(process.argv.slice(2), process.env);
  const witness = new Witness(order, { say, echo });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => witness.signal(name));
  const left = sendLeft(order.home, say).catch((error: unknown) => say(String(error)));
  process.exitCode = await witness.run();
  await left;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = WRONG_USE;
}
