import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isOpenAddress, mayReach, readAllowed, readTarget } from "./address.ts";

/** What an attacker writes to mean this machine, a private network, a link or a cloud's own address. */
const CLOSED = [
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://0/",
  "http://0.0.0.0:8080/",
  "http://１２７.０.０.１/",
  "http://127。0。0。1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://168.63.129.16/",
  "http://100.100.100.200/",
  "http://192.0.0.192/",
  "http://10.0.0.1/",
  "http://172.31.255.255/",
  "http://192.168.1.1/",
  "http://100.64.0.1/",
  "http://198.18.0.1/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://[::1]/",
  "http://[::]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[::127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[64:ff9b:1::a00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[2001:0:7f00:1::]/",
  "http://[fe80::1]/",
  "http://[fc00::1]/",
  "http://[fd00:ec2::254]/",
  "http://[ff02::1]/",
  "http://[2001:db8::1]/",
  "http://[3fff::1]/",
];

test.each(CLOSED)("%s may not be reached", (url) => {
  const target = readTarget(url);
  expect(mayReach(target, target.host, [])).toBe(false);
});

test.each([
  "https://1.1.1.1/x",
  "http://[2606:4700::1111]:8080/",
  "https://172.32.0.1/",
  "https://11.0.0.1/",
])("%s is of the open internet", (url) => {
  const target = readTarget(url);
  expect(mayReach(target, target.host, [])).toBe(true);
});

test.each([
  ["file:///etc/passwd", /begins with https/],
  ["gopher://example.com/", /begins with https/],
  ["javascript:alert(1)", /begins with https/],
  ["https://user:secret@example.com/", /no user name and no password/],
  ["https://user@example.com/", /no user name and no password/],
  ["//example.com", /no address/],
  ["https://", /no address/],
  ["https://exa mple.com/", /no address/],
  ["http://example.com:0/", /Port 0/],
  [`https://example.com/${"x".repeat(3000)}`, /at most/],
])("%s is refused with a sentence", (url, why) => {
  expect(() => readTarget(url)).toThrow(why);
});

/** Straight from the registries, computed apart from the lists of the guard. */
const PRIVATE: ((a: number, b: number, c: number) => boolean)[] = [
  (a) => a === 0 || a === 10 || a === 127 || a >= 224,
  (a, b) => a === 100 && b >= 64 && b < 128,
  (a, b) => a === 169 && b === 254,
  (a, b) => a === 172 && b >= 16 && b < 32,
  (a, b) => a === 192 && b === 168,
  (a, b, c) => a === 192 && b === 0 && (c === 0 || c === 2),
  (a, b, c) => a === 192 && b === 88 && c === 99,
  (a, b) => a === 198 && (b === 18 || b === 19),
  (a, b, c) => a === 198 && b === 51 && c === 100,
  (a, b, c) => a === 203 && b === 0 && c === 113,
];
const byte = fc.integer({ min: 0, max: 255 });
const interesting = fc.oneof(
  byte,
  fc.constantFrom(0, 10, 16, 51, 64, 88, 100, 113, 127, 168, 169, 172, 192, 198, 203, 254),
);

test("of the IPv4 addresses those are open that no registry reserves, however they are written", () => {
  fc.assert(
    fc.property(interesting, interesting, interesting, byte, (a, b, c, d) => {
      fc.pre(!(a === 168 && b === 63 && c === 129 && d === 16));
      const isReserved = PRIVATE.some((is) => is(a, b, c));
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      const forms = [
        `${a}.${b}.${c}.${d}`,
        String(number),
        `0x${number.toString(16)}`,
        `${a}.${b}.${c * 256 + d}`,
      ];
      for (const form of forms) {
        const { host } = readTarget(`http://${form}/`);
        expect(isOpenAddress(host), form).toBe(!isReserved);
        // Within an address of IPv6 no address of IPv4 is let through.
        const mapped = readTarget(`http://[::ffff:${host}]/`).host;
        expect(isOpenAddress(mapped)).toBe(false);
      }
    }),
  );
});

test("outside 2000::/3 no address of IPv6 is open", () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0xffff }),
      fc.array(group, { minLength: 7, maxLength: 7 }),
      (first, rest) => {
        fc.pre(first >>> 13 !== 1);
        const { host } = readTarget(`http://[${[first.toString(16), ...rest].join(":")}]/`);
        expect(isOpenAddress(host)).toBe(false);
      },
    ),
  );
});

test("who runs the server opens names, addresses, ports and networks one by one", () => {
  const may = (url: string, address: string, ...allowed: string[]) =>
    mayReach(readTarget(url), address, allowed.map(readAllowed));
  expect(may("http://10.0.0.5:8080/", "10.0.0.5", "10.0.0.5:8080")).toBe(true);
  expect(may("http://10.0.0.5:8081/", "10.0.0.5", "10.0.0.5:8080")).toBe(false);
  expect(may("http://10.1.2.3/", "10.1.2.3", "10.1.0.0/16")).toBe(true);
  expect(may("http://10.2.2.3/", "10.2.2.3", "10.1.0.0/16")).toBe(false);
  expect(may("https://chat.lab/", "192.168.3.4", "Chat.lab")).toBe(true);
  expect(may("https://chat.lab:444/", "192.168.3.4", "chat.lab:443")).toBe(false);
  expect(may("https://notchat.lab/", "192.168.3.4", "chat.lab")).toBe(false);
  expect(may("http://[fd00::1]:9/", "fd00::1", "[fd00::1]:9")).toBe(true);
  // A name that is allowed may not lead to where clouds keep secrets: that takes the address itself.
  for (const secret of ["169.254.169.254", "fd00:ec2::254", "fe80::1", "100.100.100.200", "168.63.129.16"]) {
    expect(may("https://chat.lab/", secret, "chat.lab")).toBe(false);
    expect(may("https://chat.lab/", secret, secret)).toBe(true);
  }
});

test.each([
  "",
  "10.0.0.0/33",
  "10.0.0.0/8/8",
  "a b",
  "chat.lab:0",
  "chat.lab:99999",
  "*",
  "http://x",
  "-x",
  "10.0.0.0/x",
])("%j is no entry of that list", (text) => {
  expect(() => readAllowed(text)).toThrow(/no name, address or network/);
});
