/**
 * Why a program failed, in plain words: one table of what runtimes print. Pure and plain JavaScript, since the supervisor reads it
 * for the reason of an end and the server for the sentence about it.
 *
 * @typedef {object} Cause
 * @property {string} id
 * @property {string} words a clause after "it": what happened
 * @property {string} advice what to do about it
 * @property {true} [memory] it counts as out of memory
 */

/** @typedef {Cause & { pattern: RegExp }} Entry */

/** The first entry that a line fits is its cause; the more exact one stands before the more general one. @type {readonly Entry[]} */
const TABLE = [
  {
    id: "gpu_memory",
    pattern:
      /CUDA out of memory|CUDA_ERROR_OUT_OF_MEMORY|HIP out of memory|torch\.(?:cuda\.)?OutOfMemoryError|RESOURCE_EXHAUSTED: Out of memory|No available memory for the cache blocks|CUBLAS_STATUS_ALLOC_FAILED/,
    words: "ran out of GPU memory",
    advice: "Make the batch, the group or the longest completion smaller, or give it a GPU to itself.",
    memory: true,
  },
  {
    id: "shared_memory",
    pattern:
      /out of shared memory|unable to (?:open|write to|mmap) shared memory|\/dev\/shm.{0,400}No space left/i,
    words: "ran out of shared memory (/dev/shm)",
    advice: "Use fewer data loader workers, or make /dev/shm larger.",
  },
  {
    id: "disk_full",
    pattern:
      /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|PytorchStreamWriter failed writing|inline_container\.cc.{0,400}unexpected pos/,
    words: "ran out of disk space",
    advice: "Free space on the worker's disk (npx ablab retention --preview shows what may go), then retry.",
  },
  {
    id: "memory",
    pattern:
      /JavaScript heap out of memory|^(?:\w+: )?(?:\S*\.)?_?(?:Array)?MemoryError\b|std::bad_alloc|OutOfMemoryError|Cannot allocate memory|can't allocate memory|Unable to allocate .{0,400} for an array|\bENOMEM\b/,
    words: "ran out of memory",
    advice: "Make what it holds at once smaller, or run fewer trainings on this machine.",
    memory: true,
  },
  {
    id: "missing_library",
    pattern: /cannot open shared object file|: undefined symbol: |version `GLIBC(?:XX)?_.*' not found/,
    words: "misses a system library",
    advice: "Install it for the interpreter that the run was started with; Config names it.",
  },
  {
    id: "missing_module",
    pattern: /No module named |Cannot find (?:module|package) |ERR_MODULE_NOT_FOUND|PackageNotFoundError/,
    words: "misses a module",
    advice: "Install it for the interpreter that the run was started with; Config names it.",
  },
  {
    id: "wrong_version",
    pattern:
      /cannot import name |has no attribute '|got an unexpected keyword argument|does not provide an export named/,
    words: "asked a module for something that it does not have",
    advice: "Another version of the module may have it; Config lists the versions of this run.",
  },
  {
    id: "no_gpu",
    pattern:
      /Found no NVIDIA driver|No CUDA GPUs are available|Torch not compiled with CUDA enabled|no CUDA-capable device|CUDA driver version is insufficient/,
    words: "found no GPU that it can use",
    advice: "Look at the worker's devices, and at the CUDA build of its packages.",
  },
  {
    id: "gpu_build",
    pattern: /no kernel image is available for execution/,
    words: "has packages that were not built for this GPU",
    advice: "Install a build of them for its architecture.",
  },
  {
    id: "gpu_lost",
    pattern:
      /uncorrectable ECC|GPU is lost|fallen off the bus|CUDA error: unknown error|Unable to determine the device handle/,
    words: "lost its GPU",
    advice: "Look at the machine: nvidia-smi and the kernel log say what happened to the device.",
  },
  {
    id: "gpu_assert",
    pattern: /device-side assert triggered|illegal memory access was encountered|CUDA error: /,
    words: "failed inside a GPU kernel",
    advice:
      "An index out of range is the usual reason; CUDA_LAUNCH_BLOCKING=1 makes the traceback name the line.",
  },
  {
    id: "peers",
    pattern:
      /Watchdog caught collective operation timeout|NCCL (?:error|timeout)|ncclSystemError|ncclRemoteError/,
    words: "lost another process of the same training",
    advice: "Look for the first error in the log: the others only waited for it.",
  },
  {
    id: "refused_access",
    pattern: /GatedRepoError|401 Client Error|403 Client Error|RepositoryNotFoundError|Invalid user token/,
    words: "was refused access to what it wanted to download",
    advice: "Give the worker a token for it, and name its variable in the recipe's environment.",
  },
  {
    id: "network",
    pattern:
      /couldn't connect to 'https?:|LocalEntryNotFoundError|Temporary failure in name resolution|Max retries exceeded with url|Connection (?:refused|reset by peer|timed out)|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|Network is unreachable/,
    words: "could not reach another machine",
    advice: "Look at the network of the worker, or put what it downloads there beforehand.",
  },
  {
    id: "port_taken",
    pattern: /Address already in use|EADDRINUSE/,
    words: "found its port taken",
    advice: "Another process of the machine has it: end that one, or choose another port.",
  },
  {
    id: "too_many_files",
    pattern: /Too many open files|EMFILE|ENFILE/,
    words: "had too many files open",
    advice: "Raise the limit of open files for the worker, or close what it opens.",
  },
  {
    id: "too_many_processes",
    pattern:
      /Resource temporarily unavailable.*(?:fork|thread|process)|(?:fork|thread).*Resource temporarily unavailable|can't start new thread/i,
    words: "could start no more processes or threads",
    advice: "It starts more than the machine allows; the log says what it started.",
  },
  {
    id: "permission",
    pattern: /PermissionError|Permission denied|\bEACCES\b|\bEPERM\b/,
    words: "may not touch a file",
    advice: "Give the worker's user the right to it, or choose another place.",
  },
  {
    id: "missing_file",
    pattern: /FileNotFoundError|No such file or directory|\bENOENT\b|can't open file/,
    words: "did not find a file",
    advice: "Look whether the path exists on the worker; what a run takes from another comes as an input.",
  },
  {
    id: "arguments",
    pattern: /error: (?:unrecognized arguments|the following arguments are required|argument \S+:)|^usage: /,
    words: "was started with arguments that it does not take",
    advice: "Compare the command in Config with what the script reads.",
  },
  { id: "interrupted", pattern: /^KeyboardInterrupt\b/, words: "was interrupted by a signal", advice: "" },
];

/** What a process ends with where it says nothing itself. @type {Readonly<Record<string, Cause>>} */
const SIGNALS = {
  SIGSEGV: {
    id: "segfault",
    words: "crashed in native code (segmentation fault)",
    advice: "A library that was built for another version is the usual reason.",
  },
  SIGBUS: {
    id: "bus_error",
    words: "crashed with a bus error",
    advice: "A full /dev/shm or a file that was cut while it was mapped is the usual reason.",
  },
  SIGABRT: { id: "abort", words: "aborted in native code", advice: "The lines before the end say why." },
  SIGILL: {
    id: "illegal_instruction",
    words: "used an instruction that this processor does not have",
    advice: "Install a build of its packages for this processor.",
  },
  SIGFPE: {
    id: "arithmetic",
    words: "crashed in integer arithmetic",
    advice: "A division by zero in native code.",
  },
  SIGXFSZ: {
    id: "file_size",
    words: "wrote a file beyond the size limit",
    advice: "Raise the limit (ulimit -f).",
  },
  SIGXCPU: { id: "cpu_time", words: "used up its CPU time limit", advice: "Raise the limit (ulimit -t)." },
};

/** A shell reports the signal that ended its child as 128 + its number. @type {Readonly<Record<number, string>>} */
const SHELL_SIGNALS = { 132: "SIGILL", 134: "SIGABRT", 135: "SIGBUS", 136: "SIGFPE", 139: "SIGSEGV" };

const KILLED_CHILD = {
  id: "killed_child",
  words: "had a process of its own killed (SIGKILL)",
  advice: "The kernel does that where memory is short; somebody may have done it, too.",
};

/** How far up from the end a cause is looked for: a launcher may say much after the error of its process. */
const WITH_TRACEBACK = 60;
const WITHOUT_TRACEBACK = 5;
/** Launchers of several processes put the rank before each line. */
export const RANK = /^(?:\[(?:default|rank)?\d+\]:?|\([^)]*pid=\d+\)) ?/;
/** Lines of a stack: JavaScript, native (V8, glibc), Python. */
const FRAME = /^\s*(?:at |\d+: 0x|#\d+ |File "|-{3,})/;
/** What ends a program, where the table has nothing to say of it. */
export const OWN_ERROR = /^(?:[\w.]+\.)?\w*(?:Error|Exception|Interrupt|Exit)\b(?::|$)/;
/** An error that only says that another process had one. */
export const OF_A_LAUNCHER =
  /ChildFailedError|CalledProcessError|ProcessExitedException|ProcessRaisedException/;

/**
 * @param {{ code: number | null, signal: string | null, lines: readonly string[] }} end last lines of the log, oldest first
 * @returns {{ cause: Cause, line: string } | null} with the line that says so, empty where the end itself does
 */
export function causeOf({ code, signal, lines }) {
  const near = lines.filter((line) => !FRAME.test(line)).slice(-WITH_TRACEBACK);
  const hasTraceback = near.some((line) => /Traceback \(most recent call last\)/.test(line));
  for (const whole of (hasTraceback ? near : near.slice(-WITHOUT_TRACEBACK)).toReversed()) {
    const line = whole.replace(RANK, "");
    if (/^\s/.test(line) && hasTraceback) continue;
    const found = TABLE.find(({ pattern }) => pattern.test(line));
    if (found) return { cause: found, line: line.trim() };
    if (OWN_ERROR.test(line) && !OF_A_LAUNCHER.test(line)) break;
  }
  const ended = signal ?? SHELL_SIGNALS[code ?? 0];
  if (ended !== undefined && ended in SIGNALS) return { cause: SIGNALS[ended], line: "" };
  return signal === null && code === 137 ? { cause: KILLED_CHILD, line: "" } : null;
}

/** Every cause there is. @type {readonly Cause[]} */
export const CAUSES = [...TABLE, ...Object.values(SIGNALS), KILLED_CHILD];
