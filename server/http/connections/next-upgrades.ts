import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";
import type { TakeUpgrade } from "./patient-server.ts";

/** Where Next takes upgrades. */
interface NextUpgrades {
  /** To be given to Next as its server. */
  server: Server;
  take: TakeUpgrade;
  close(): void;
}

/**
 * Next hangs a listener for upgrades on the server that it is given, or on the one of its first request: there it would see them
 * beside the gate. The one given here never listens, so Next sees what the gate let through and nothing else. (The handler that
 * Next offers for this, `getUpgradeHandler`, does nothing in a server of one's own.)
 */
export function createNextUpgrades(): NextUpgrades {
  const server = createServer();
  const open = new Set<Duplex>();
  return {
    server,
    take(request, socket, head) {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
      // The gate has compared the origin with the host; Next would compare it with the address that is listened on.
      delete request.headers.origin;
      if (!server.emit("upgrade", request, socket, head)) socket.destroy();
    },
    close() {
      for (const socket of open) socket.destroy();
    },
  };
}
