import { fork } from "node:child_process";
import { join } from "node:path";
import type { LoadMessage, LoadOrder, LoadResult } from "./load-process.ts";
import { cpuSecondsOf } from "./process-cpu.ts";

const PROGRAM = join(import.meta.dirname, "load-process.ts");

export interface Load extends LoadResult {
  /** CPU the server's process used from the first byte to the last acknowledgement. */
  serverCpuSeconds: number;
}

/** Runs a load in a process of its own against a server process. */
export async function runLoad(order: LoadOrder, serverPid: number): Promise<Load> {
  const child = fork(PROGRAM, { serialization: "advanced", execArgv: ["--max-old-space-size=8192"] });
  try {
    return await new Promise<Load>((resolve, reject) => {
      let before = 0;
      child.on("error", reject);
      child.on("exit", (code) => reject(new Error(`The load generator ended with exit code ${code}.`)));
      child.on("message", (message: LoadMessage) => {
        if (message.kind === "failed") return reject(new Error(message.message));
        if (message.kind === "done")
          return resolve({ ...message.result, serverCpuSeconds: cpuSecondsOf(serverPid) - before });
        before = cpuSecondsOf(serverPid);
        child.send("go");
      });
      child.send(order);
    });
  } finally {
    child.kill("SIGKILL");
  }
}
