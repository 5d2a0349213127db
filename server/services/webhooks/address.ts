import { BlockList, isIP } from "node:net";
import { ALERT_LIMITS } from "../../contracts/alerts/words.ts";
import { ServiceError } from "../../errors.ts";

/**
 * What a message may not be sent to unless whoever runs the server says so: addresses of this machine, of private networks,
 * of links, of clouds that tell secrets there, and those that are nobody's (IANA special-purpose registries, RFC 6890).
 */
const IPV4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Azure's host, which has an address of the open internet.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Within 2000::/3: what carries another address in it, or is for documents. All else of IPv6 is closed as a whole. */
const IPV6: [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const closed = new BlockList();
for (const [net, bits] of IPV4) closed.addSubnet(net, bits, "ipv4");
for (const [net, bits] of IPV6) closed.addSubnet(net, bits, "ipv6");
const unicast = new BlockList();
unicast.addSubnet("2000::", 3, "ipv6");

/** Where clouds tell their machines secrets, and links: a name that is allowed does not lead there, only the address itself. */
const links = new BlockList();
links.addSubnet("169.254.0.0", 16, "ipv4");
links.addAddress("168.63.129.16", "ipv4");
links.addAddress("100.100.100.200", "ipv4");
links.addSubnet("fe80::", 10, "ipv6");
links.addSubnet("fd00:ec2::", 32, "ipv6");
links.addSubnet("::ffff:169.254.0.0", 112, "ipv6");

const familyOf = (address: string): "ipv4" | "ipv6" | null => {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? "ipv4" : "ipv6";
};

/** Whether an address is one of the open internet. */
export function isOpenAddress(address: string): boolean {
  const family = familyOf(address);
  if (family === null) return false;
  if (family === "ipv6" && !unicast.check(address, family)) return false;
  return !closed.check(address, family);
}

/** What the server was told to allow besides: a name or an address, perhaps with a port, or a network. */
export interface AllowedTarget {
  host: string | null;
  net: BlockList | null;
  port: number | null;
}

const PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/;

/** Reads "chat.lab", "10.0.0.5:8080", "[fd00::1]:443" or "10.1.0.0/16". Throws on anything else. */
export function readAllowed(text: string): AllowedTarget {
  const wrong = () =>
    new ServiceError(
      "invalid",
      `"${text.slice(0, 80)}" is no name, address or network, as in chat.lab:8080, 10.0.0.5 or 10.1.0.0/16.`,
    );
  const [address, bits, ...rest] = text.trim().toLowerCase().split("/");
  if (rest.length > 0 || address === "") throw wrong();
  if (bits !== undefined) {
    const family = familyOf(address);
    const most = family === "ipv4" ? 32 : 128;
    if (family === null || !/^\d{1,3}$/.test(bits) || Number(bits) > most) throw wrong();
    const net = new BlockList();
    net.addSubnet(address, Number(bits), family);
    return { host: null, net, port: null };
  }
  const found = isIP(address) === 6 ? [address, address, undefined, undefined] : PORT.exec(address);
  const host = found?.[1] ?? found?.[2];
  if (!found || host === undefined) throw wrong();
  const port = found[3] === undefined ? null : Number(found[3]);
  if (port !== null && (port < 1 || port > 65_535)) throw wrong();
  const family = familyOf(host);
  if (family === null && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host)) throw wrong();
  if (family === null) return { host, net: null, port };
  const net = new BlockList();
  net.addAddress(host, family);
  return { host: null, net, port };
}

/** Where a webhook leads, as the address says it. */
export interface Target {
  url: URL;
  host: string;
  port: number;
}

/** Reads an address by the rules of browsers, so that 0x7f.1 and full-width digits are the address that they stand for. */
export function readTarget(text: string): Target {
  const refuse = (message: string) => new ServiceError("invalid", message, { field: "url" });
  if (text.length > ALERT_LIMITS.url) throw refuse(`An address has at most ${ALERT_LIMITS.url} characters.`);
  if (!URL.canParse(text))
    throw refuse("This is no address. Write it whole, as in https://chat.example/hook.");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refuse("A webhook has an address that begins with https:// or http://.");
  if (url.username !== "" || url.password !== "")
    throw refuse("An address holds no user name and no password; messages are signed instead.");
  url.hash = "";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (host === "") throw refuse("This address names no host.");
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (port === 0) throw refuse("Port 0 is no port.");
  return { url, host, port };
}

/** Whether a message for a target may be sent to an address that its name leads to. */
export function mayReach(
  { host, port }: Target,
  address: string,
  allowed: readonly AllowedTarget[],
): boolean {
  const family = familyOf(address);
  if (family === null) return false;
  if (isOpenAddress(address)) return true;
  return allowed.some((one) => {
    if (one.port !== null && one.port !== port) return false;
    if (one.net) return one.net.check(address, family);
    return one.host === host && !links.check(address, family);
  });
}
