import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

/** What is packed of a file; `size` is what the archive says that it has, where that is to be a lie. */
export interface Packed {
  name: string;
  bytes: Uint8Array | string;
  method?: number;
  size?: number;
  flags?: number;
}

/** A zip archive of these files. */
export function zipOf(files: readonly Packed[]): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, method = 8, size, flags = 0 } of files) {
    const whole = Buffer.from(bytes);
    const packed = method === 8 ? deflateRawSync(whole) : whole;
    const named = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc32(whole), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size ?? whole.length, 18);
    facts.writeUInt16LE(named.length, 22);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    facts.copy(entry, 6);
    entry.writeUInt32LE(at, 42);
    list.push(entry, named);
    const body = Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, named, packed]);
    bodies.push(body);
    at += body.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}
