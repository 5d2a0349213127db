import { availableParallelism, hostname } from "node:os";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const env = { HOME: "/home/ada", ABLAB_HOME: "/data/ablab" } as unknown as NodeJS.ProcessEnv;

test("a server is enough; the rest has defaults", () => {
  expect(readConfig(["--server", "http://127.0.0.1:4800/"], env)).toEqual({
    recipes: [],
    python: null,
    gpuShare: 1,
    sampleMs: 2000,
    executor: "local",
    askMs: 15_000,
    server: "http://127.0.0.1:4800",
    tokenFile: "/data/ablab/tokens/worker",
    home: "/data/ablab",
    name: hostname(),
    slots: availableParallelism(),
  });
});

test("arguments win over the environment", () => {
  const all = { ...env, ABLAB_SERVER: "http://a", ABLAB_SLOTS: "3", ABLAB_WORKER_NAME: "box" };
  const args = [
    "--server",
    "https://b:8443",
    "--home",
    "/x",
    "--token-file",
    "/t",
    "--slots=2",
    "--name",
    " gpu ",
  ];
  expect(readConfig([...args, "--recipes", "/a", "--recipes", "/b/"], all)).toEqual({
    recipes: ["/a", "/b"],
    python: null,
    gpuShare: 1,
    sampleMs: 2000,
    executor: "local",
    askMs: 15_000,
    server: "https://b:8443",
    tokenFile: "/t",
    home: "/x",
    name: "gpu",
    slots: 2,
  });
  expect(readConfig([], all)).toMatchObject({ server: "http://a", slots: 3, name: "box" });
});

test("without ABLAB_HOME the state is in the user's data folder", () => {
  const xdg = { XDG_DATA_HOME: "/data" } as unknown as NodeJS.ProcessEnv;
  expect(readConfig(["--server", "http://a"], xdg).home).toBe("/data/ablab");
});

test.each([
  [[], /--server URL/],
  [["--server", "127.0.0.1:4800"], /not an http or https address/],
  [["--server", "http://ada:secret@a"], /must not hold a name or password/],
  [["--server", "http://a", "--slots", "0"], /--slots "0"/],
  [["--server", "http://a", "--slots", "two"], /--slots "two"/],
  [["--server", "http://a", "--name", " "], /--name .*Give the worker a name\./],
  [["--server", "http://a", "--name", "gpu\u200b7"], /--name .*character 4 is U\+200B \(zero width space\)/],
  [["--server", "http://a", "--sever", "b"], /Unknown option '--sever'.*--token-file FILE/],
])("%j is refused with a sentence", (args, message) => {
  expect(() => readConfig(args, env)).toThrow(ConfigError);
  expect(() => readConfig(args, env)).toThrow(message);
});
