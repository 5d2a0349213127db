import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { leadLoggers, type Led } from "./lead-loggers.ts";

const SERVER = "http://127.0.0.1:7474";
const TO = { server: SERVER, token: "own", witnessed: "5b-own", answers: true };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "ablab-lead-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lead = (env: Record<string, string> = {}, to: Partial<typeof TO> = {}): Led =>
  leadLoggers({ env: { HOME: folder, ...env }, folder, command: ["python", "train.py"] }, { ...TO, ...to });
function file(path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const ledOf = ({ env }: Led) =>
  (["WANDB_API_KEY", "TRACKIO_WRITE_TOKEN", "MLFLOW_TRACKING_TOKEN"] as const)
    .filter((name) => env[name] === TO.witnessed)
    .map((name) => name.split("_")[0].toLowerCase());

test("wandb and trackio that would send nowhere are led into the run, and one line says what was set", () => {
  const led = lead();
  expect(led.env).toEqual({
    WANDB_BASE_URL: SERVER,
    WANDB_API_KEY: TO.witnessed,
    WANDB_X_FILE_STREAM_TRANSMIT_INTERVAL: "1",
    TRACKIO_SERVER_URL: SERVER,
    TRACKIO_WRITE_TOKEN: TO.witnessed,
  });
  expect(led.says).toBe(
    "What wandb and trackio log goes into this run: WANDB_BASE_URL, WANDB_API_KEY, TRACKIO_SERVER_URL, TRACKIO_WRITE_TOKEN are set; --no-loggers sets nothing.",
  );
});

test("loggers that were told to send here already are led by the same addresses", () => {
  const here = {
    WANDB_BASE_URL: `${SERVER}/`,
    WANDB_API_KEY: "own",
    WANDB_X_FILE_STREAM_TRANSMIT_INTERVAL: "5",
    TRACKIO_SERVER_URL: "http://localhost:7474",
    TRACKIO_WRITE_TOKEN: "own",
    MLFLOW_TRACKING_URI: SERVER,
    MLFLOW_TRACKING_TOKEN: "own",
    ABLAB_ALSO: "1",
  };
  const led = lead(here, { answers: false });
  expect(ledOf(led)).toEqual(["wandb", "trackio", "mlflow"]);
  expect(led.env).not.toHaveProperty("WANDB_X_FILE_STREAM_TRANSMIT_INTERVAL");
});

test.each<[why: string, env: Record<string, string>, led: string[]]>([
  ["a key of somebody else", { WANDB_API_KEY: "theirs" }, ["trackio"]],
  ["another server", { WANDB_BASE_URL: "https://wandb.example.org" }, ["trackio"]],
  ["another port", { WANDB_BASE_URL: "http://127.0.0.1:7475", WANDB_API_KEY: "own" }, ["trackio"]],
  ["another token here", { WANDB_BASE_URL: SERVER, WANDB_API_KEY: "other" }, ["trackio"]],
  ["offline", { WANDB_MODE: "offline" }, ["trackio"]],
  ["off", { WANDB_DISABLED: "true" }, ["trackio"]],
  ["an identity of its own", { WANDB_IDENTITY_TOKEN_FILE: "/t" }, ["trackio"]],
  ["a Space", { TRACKIO_SPACE_ID: "me/space" }, ["wandb"]],
  ["a folder", { TRACKIO_DIR: "/runs" }, ["wandb"]],
  ["another server of trackio", { TRACKIO_SERVER_URL: "http://elsewhere:7860" }, ["wandb"]],
  ["MLflow's own server", { MLFLOW_TRACKING_URI: "http://mlflow:5000" }, ["wandb", "trackio"]],
  ["rows that come beside it", { ABLAB_ALSO: "1" }, []],
])("what was told to send elsewhere is left alone: %s", (_why, env, led) => {
  const { env: set, says } = lead(env);
  expect(ledOf({ env: set, says })).toEqual(led);
  for (const name of Object.keys(env)) expect(set).not.toHaveProperty(name);
  expect(says).toContain("is left alone");
});

test.each<[path: string, text: string, led: string[]]>([
  [".netrc", "machine api.wandb.ai\n  login user\n  password x\n", ["trackio"]],
  [".netrc", "machine github.com\n  login user\n  password x\n", ["wandb", "trackio"]],
  [".config/wandb/settings", "[default]\nbase_url = https://wandb.example.org\n", ["trackio"]],
  ["wandb/settings", "[default]\nmode = offline\n", ["trackio"]],
  ["train.py", "import wandb\nwandb.login(key=KEY)\n", ["trackio"]],
  ["train.py", "import wandb\nwandb.login()\nwandb.init()\n", ["wandb", "trackio"]],
  ["train.py", 'trackio.init(project="p", space_id="me/space")\n', ["wandb"]],
  [".cache/huggingface/trackio/gsm8k.db", "", ["wandb"]],
])("what keeps or sends its runs elsewhere by %s is left alone (%j)", (path, text, led) => {
  file(path, text);
  expect(ledOf(lead())).toEqual(led);
});

test("where the server does not answer, nothing that had no address gets one", () => {
  expect(lead({}, { answers: false })).toEqual({
    env: {},
    says: "wandb is left alone: the server does not answer. trackio is left alone: the server does not answer.",
  });
});
