import { expect, test } from "vitest";
import { joinCommand } from "./workers-page.tsx";

test("the command holds the address that this page was opened at", () => {
  const { command, caution } = joinCommand("https://bench.lab.example");
  expect(command).toContain("npx ablab worker --server https://bench.lab.example --token-file worker-token");
  expect(caution).toBeNull();
});

test.each(["http://127.0.0.1:7330", "http://localhost:7330", "http://[::1]:7330"])(
  "%s means another machine there, so its port must be forwarded first",
  (origin) => {
    const { command, caution } = joinCommand(origin);
    expect(command).toContain(`--server ${origin} `);
    expect(caution).toContain("ssh -R 7330:127.0.0.1:7330 the-machine");
  },
);

test("before the address is known the command has a place for it", () => {
  expect(joinCommand(null).command).toContain("--server URL ");
});
