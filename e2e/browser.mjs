// A Chromium without root and without a download of its own: CHROME_PATH, the system's, or the one npm brought.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const CACHE = join(import.meta.dirname, "..", "node_modules", ".cache", "ablab-chromium");
const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium-browser",
];

/** @param {string} path @param {Record<string, string>} env */
function starts(path, env = {}) {
  return spawnSync(path, ["--version"], { env: { ...process.env, ...env } }).status === 0;
}

/**
 * Unpacks the browser that npm brought, once. Its unpacker writes to the temporary directory, whatever version lies
 * there already, so it gets one of its own.
 * @returns {Promise<{ executablePath: string, env: Record<string, string> }>}
 */
async function bundled() {
  mkdirSync(CACHE, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = CACHE;
  try {
    const { default: chromium, inflate } = await import("@sparticuz/chromium");
    const executablePath = await chromium.executablePath();
    if (starts(executablePath)) return { executablePath, env: {} };
    const require = createRequire(import.meta.url);
    await inflate(join(dirname(dirname(require.resolve("@sparticuz/chromium"))), "bin", "al2023.tar.br"));
    return { executablePath, env: { LD_LIBRARY_PATH: join(CACHE, "al2023", "lib") } };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Where a working Chromium is and what environment it needs. @returns {Promise<{ executablePath: string, env: Record<string, string> }>} */
export async function findChromium() {
  const told = process.env.CHROME_PATH;
  if (told) return { executablePath: told, env: {} };
  const system = SYSTEM.find((path) => existsSync(path) && starts(path));
  return system ? { executablePath: system, env: {} } : bundled();
}
