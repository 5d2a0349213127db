import { closeSync, constants, openSync, readFileSync, readlinkSync, readSync } from "node:fs";

/**
 * Did the kernel kill this process for lack of memory? Its log names whom it killed, and where we may read that, nothing else counts.
 * It also counts such kills per memory cgroup, of processes that belong to that very group, and for the whole machine in
 * /proc/vmstat. The counters are compared with their values of a few seconds before the end, so that an older kill of somebody
 * else is no evidence; what the whole machine counts proves nothing of one process.
 *
 * @typedef {{ group: number | null, machine: number | null }} OomCounts
 * @typedef {{ proof: string | null, hint: string | null }} OomEvidence `hint`: what is known where nothing is proven
 */

/** How far back a kill in the kernel's log may lie. */
const LOG_WINDOW_S = 15;
/** Pids in the kernel's log are those of the first pid namespace, which has this number. */
const FIRST_NAMESPACE = "pid:[4026531836]";
const RECORD_BYTES = 8192;
/** A log that is written faster than it is read ends here. */
const MOST_RECORDS = 100_000;

/**
 * The processes that records of /dev/kmsg say were killed for lack of memory, since a time in seconds after the boot.
 * @param {readonly string[]} records
 * @param {number} since
 */
export function victimsOf(records, since) {
  return records.flatMap((record) => {
    const found = /^\d+,\d+,(\d+),[^;]*;.*[Oo]ut of memory.*: Killed process (\d+)/.exec(record);
    return found && Number(found[1]) / 1e6 >= since ? [Number(found[2])] : [];
  });
}

/**
 * Whom the kernel's log names as killed for lack of memory in the last seconds; null where we may not read it, or where its pids are
 * not ours.
 * @returns {number[] | null}
 */
export function readVictims() {
  try {
    if (readlinkSync("/proc/self/ns/pid") !== FIRST_NAMESPACE) return null;
    const since = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]) - LOG_WINDOW_S;
    return victimsOf(kernelLog(), since);
  } catch {
    return null;
  }
}

/** One read gives one record; without one left it would wait. */
function kernelLog() {
  const fd = openSync("/dev/kmsg", constants.O_RDONLY | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(RECORD_BYTES);
  const records = [];
  try {
    for (let n = 0; n < MOST_RECORDS; n++) {
      try {
        records.push(buffer.toString("utf8", 0, readSync(fd, buffer)));
      } catch (error) {
        const { code } = /** @type {NodeJS.ErrnoException} */ (error);
        if (code === "EAGAIN") break;
        // A record that was overwritten before it was read.
        if (code !== "EPIPE") throw error;
      }
    }
  } finally {
    closeSync(fd);
  }
  return records;
}

/**
 * @param {string} pid a process of the cgroup to read, "self" for our own
 * @returns {OomCounts}
 */
export function readOomCounts(pid = "self") {
  return { group: groupCount(pid), machine: countIn("/proc/vmstat") };
}

/**
 * @param {OomCounts} before
 * @param {OomCounts} after
 * @param {{ pid: number, victims: readonly number[] | null }} log
 * @returns {OomEvidence} in words
 */
export function oomEvidence(before, after, { pid, victims }) {
  if (victims?.includes(pid))
    return { proof: `its log says that it killed process ${pid} for want of memory`, hint: null };
  if (victims === null && rose(before.group, after.group))
    return {
      proof: `the out-of-memory count of its control group rose from ${before.group} to ${after.group}`,
      hint: null,
    };
  const other = rose(before.machine, after.machine) || (victims ?? []).length > 0;
  if (!other) return { proof: null, hint: null };
  const whether = victims === null ? "; whether it was this one is not on record" : ", not this one";
  return {
    proof: null,
    hint: `the kernel killed a process of this machine for want of memory at about that time${whether}`,
  };
}

/**
 * @param {number | null} before
 * @param {number | null} after
 */
function rose(before, after) {
  return before !== null && after !== null && after > before;
}

/** @param {string} pid */
function groupCount(pid) {
  /** @type {string} */
  let membership;
  try {
    membership = readFileSync(`/proc/${pid}/cgroup`, "utf8");
  } catch {
    return null;
  }
  const file = oomCountFile(membership);
  return file === null ? null : countIn(file);
}

/**
 * The file with the line `oom_kill N` for a process: version 1 has a memory hierarchy of its own, version 2 one for all.
 * @param {string} membership text of /proc/PID/cgroup
 * @returns {string | null}
 */
export function oomCountFile(membership) {
  const first = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(membership);
  if (first) return `/sys/fs/cgroup/memory${trimmed(first[1])}/memory.oom_control`;
  const second = /^0::(.*)$/m.exec(membership);
  return second ? `/sys/fs/cgroup${trimmed(second[1])}/memory.events.local` : null;
}

/** @param {string} path */
function trimmed(path) {
  return path === "/" ? "" : path;
}

/** @param {string} file */
function countIn(file) {
  try {
    const line = /^oom_kill (\d+)$/m.exec(readFileSync(file, "utf8"));
    return line ? Number(line[1]) : null;
  } catch {
    return null;
  }
}
