import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import type { AppRouter } from "../routers/index.ts";
import { INGEST_VARIABLES } from "../../workers/protocol/ingest.ts";
import { CAUTIONS_HEADER } from "../contracts/shell.ts";
import { plain, sayAside } from "./print.ts";
import { homeDir } from "./home-dir.ts";
import { text, type VerbInput } from "./verb.ts";
import { CliError, EXIT, usageError } from "./exit.ts";

export type Api = ReturnType<typeof createTRPCClient<AppRouter>>;

function readToken(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw usageError(`The token file ${file} cannot be read.`);
  }
}

const HOW_TO_START = "Start one with: npx ablab start";

/** Address and token of the server to talk to: as told, else those of this machine's data directory. */
export function findServer(input: Pick<VerbInput, "options">): { url: string; token: string } {
  const told = text(input.options.server);
  const tokenFile = text(input.options["token-file"]);
  if (told !== undefined) {
    if (tokenFile === undefined)
      throw usageError("--server needs --token-file with the operator token of that server.");
    return { url: told.replace(/\/$/, ""), token: readToken(tokenFile) };
  }
  const home = homeDir();
  try {
    const { url } = JSON.parse(readFileSync(join(home, "server.json"), "utf8")) as { url: string };
    return { url, token: readToken(tokenFile ?? join(home, "tokens", "operator")) };
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`No Ablab server runs on the data directory ${home}. ${HOW_TO_START}`);
  }
}

/** The server that a training's data goes to: as told, else of the environment, else the one of this machine's data directory. */
export function findIngestServer(input: Pick<VerbInput, "options">): string {
  const told = text(input.options.server) ?? (process.env[INGEST_VARIABLES.url] || undefined);
  return (told ?? findServer({ options: {} }).url).replace(/\/$/, "");
}

const said = new Set<string>();

/** Says beside the answer, once, what the server wants everybody to know of its data directory. */
async function fetchAndCaution(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  const header = response.headers.get(CAUTIONS_HEADER);
  const cautions = header === null ? [] : (JSON.parse(decodeURIComponent(header)) as string[]);
  for (const caution of cautions) {
    if (!said.has(caution)) sayAside(`ablab: ${plain(caution)}`);
    said.add(caution);
  }
  return response;
}

/** A typed client of a server. */
export function connect(server: { url: string; token: string }): Api {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${server.url}/api/trpc`,
        headers: { authorization: `Bearer ${server.token}` },
        fetch: fetchAndCaution,
      }),
    ],
  });
}

/** Why the server refused a request; undefined where it did not, or cannot have. */
const refusalOf = (error: TRPCClientError<AppRouter>) =>
  error.data as { reason?: string | null; field?: string | null } | null | undefined;

/** Whether a request failed because there is nothing of that name. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof TRPCClientError && refusalOf(error)?.reason === "not_found";

/** Runs a request and turns every way it can fail into one sentence. */
export async function ask<T>(
  input: Pick<VerbInput, "options">,
  request: (api: Api) => Promise<T>,
): Promise<T> {
  const server = findServer(input);
  try {
    return await request(connect(server));
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    const data = refusalOf(error);
    if (data === null || data === undefined)
      throw new CliError(`No Ablab server answers at ${server.url} (${error.message}). ${HOW_TO_START}`);
    const field = data.field ? `${data.field}: ` : "";
    throw new CliError(
      `${field}${error.message}`,
      data.reason === "invalid" || data.reason === "not_found" ? EXIT.usage : EXIT.failed,
    );
  }
}
