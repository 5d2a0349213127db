import type { Server } from "node:net";
import { ServiceError } from "../../errors.ts";
import { isBlockedPort, openPortAfter } from "./blocked-ports.ts";

/** Why a port is none for pages, in a sentence; null where it is one. */
export const blockedPort = (port: number): string | null =>
  isBlockedPort(port)
    ? `Browsers refuse to open port ${port}, whatever listens there. Choose another one, such as --port ${openPortAfter(port)}.`
    : null;

/** Listens, or says in one sentence why not. Answers the port. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE"
          ? `Port ${port} is taken by another program. Stop it, or start with --port ${openPortAfter(port)}.`
          : ["EACCES", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(error.code ?? "")
            ? `Cannot listen on ${host}:${port} (${error.code}). Choose another --host or --port.`
            : error.message;
      reject(new ServiceError("unavailable", why));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
