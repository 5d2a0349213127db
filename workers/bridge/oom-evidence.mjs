import { readFileSync } from "node:fs";

/**
 * Did the kernel kill for lack of memory? It counts such kills per memory cgroup, and for the whole machine in
 * /proc/vmstat. The counters are compared with their values of a few seconds before the end, so that an older kill
 * of somebody else is no evidence.
 *
 * @typedef {{ group: number | null, machine: number | null }} OomCounts
 */

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
 * @returns {string | null} the evidence in words
 */
export function oomEvidence(before, after) {
  if (rose(before.group, after.group))
    return `the kernel's out-of-memory count of its control group rose from ${before.group} to ${after.group}`;
  if (rose(before.machine, after.machine))
    return `the kernel's out-of-memory count of this machine rose from ${before.machine} to ${after.machine}`;
  return null;
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
  return second ? `/sys/fs/cgroup${trimmed(second[1])}/memory.events` : null;
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
