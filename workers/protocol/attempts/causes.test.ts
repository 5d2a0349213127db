import { expect, test } from "vitest";
import { causeOf, CAUSES } from "./causes.mjs";

const idOf = (text: string, code: number | null = 1, signal: string | null = null) =>
  causeOf({ code, signal, lines: text.split("\n") })?.cause.id ?? null;

/** As the runtimes print them; versions where the text depends on one. */
test.each<[string, string]>([
  // torch 2.6, 2.1, 1.13
  [
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 23.69 GiB of which 12.06 MiB is free. Including non-PyTorch memory, this process has 23.67 GiB memory in use.",
    "gpu_memory",
  ],
  [
    "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 15.90 GiB total capacity; 13.42 GiB already allocated)",
    "gpu_memory",
  ],
  [
    "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 15.90 GiB total capacity)",
    "gpu_memory",
  ],
  // jax, vLLM, cuBLAS
  [
    "jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 1073741824 bytes.",
    "gpu_memory",
  ],
  [
    "ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine.",
    "gpu_memory",
  ],
  ["RuntimeError: CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`", "gpu_memory"],
  // CPython, numpy, torch on the CPU, C++, Node
  ["MemoryError", "memory"],
  [
    "numpy._core._exceptions._ArrayMemoryError: Unable to allocate 7.45 GiB for an array with shape (1000000000,) and data type float64",
    "memory",
  ],
  [
    "RuntimeError: [enforce fail at alloc_cpu.cpp:117] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate 4000000000000 bytes. Error code 12 (Cannot allocate memory)",
    "memory",
  ],
  ["terminate called after throwing an instance of 'std::bad_alloc'", "memory"],
  ["FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory", "memory"],
  [
    "RuntimeError: DataLoader worker (pid 2873997) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit.",
    "shared_memory",
  ],
  ["OSError: [Errno 28] No space left on device", "disk_full"],
  ["Error: ENOSPC: no space left on device, write", "disk_full"],
  ["OSError: [Errno 122] Disk quota exceeded: '/home/a/out/model.safetensors'", "disk_full"],
  [
    "safetensors_rust.SafetensorError: Error while serializing: I/O error: No space left on device (os error 28)",
    "disk_full",
  ],
  ["RuntimeError: [enforce fail at inline_container.cc:595] . unexpected pos 704 vs 598", "disk_full"],
  ["ModuleNotFoundError: No module named 'trl'", "missing_module"],
  ["/usr/bin/python3: No module named trl", "missing_module"],
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /a/train.mjs", "missing_module"],
  [
    "ImportError: libcudart.so.12: cannot open shared object file: No such file or directory",
    "missing_library",
  ],
  [
    "ImportError: cannot import name 'GRPOConfig' from 'trl' (/v/lib/python3.11/site-packages/trl/__init__.py)",
    "wrong_version",
  ],
  [
    "TypeError: TrainingArguments.__init__() got an unexpected keyword argument 'evaluation_strategy'",
    "wrong_version",
  ],
  ["RuntimeError: Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU", "no_gpu"],
  ["AssertionError: Torch not compiled with CUDA enabled", "no_gpu"],
  ["RuntimeError: No CUDA GPUs are available", "no_gpu"],
  ["RuntimeError: CUDA error: no kernel image is available for execution on the device", "gpu_build"],
  ["RuntimeError: CUDA error: uncorrectable ECC error encountered", "gpu_lost"],
  ["torch.AcceleratorError: CUDA error: device-side assert triggered", "gpu_assert"],
  [
    "[rank1]: torch.distributed.DistBackendError: Watchdog caught collective operation timeout: WorkNCCL(SeqNum=12)",
    "peers",
  ],
  [
    "OSError: We couldn't connect to 'https://huggingface.co' to load the files, and couldn't find them in the cached files.",
    "network",
  ],
  ["socket.gaierror: [Errno -3] Temporary failure in name resolution", "network"],
  ["huggingface_hub.errors.GatedRepoError: 401 Client Error. (Request ID: Root=1-6)", "refused_access"],
  ["OSError: [Errno 98] Address already in use", "port_taken"],
  ["OSError: [Errno 24] Too many open files: 'a.txt'", "too_many_files"],
  ["RuntimeError: can't start new thread", "too_many_processes"],
  ["BlockingIOError: [Errno 11] Resource temporarily unavailable: fork", "too_many_processes"],
  ["PermissionError: [Errno 13] Permission denied: '/data/out'", "permission"],
  ["FileNotFoundError: [Errno 2] No such file or directory: 'data.json'", "missing_file"],
  ["python3: can't open file '/a/train.py': [Errno 2] No such file or directory", "missing_file"],
  ["train.py: error: unrecognized arguments: --learning-rate=1", "arguments"],
  ["train.py: error: the following arguments are required: --lr", "arguments"],
])("%s", (line, id) => {
  expect(idOf(line)).toBe(id);
});

const TRACEBACK = `Traceback (most recent call last):
  File "/a/train.py", line 3, in <module>
    raise ValueError("No module named 'x' is a quotation")
ValueError: the reward is empty`;

test("an error of the script's own has no cause in the table, whatever its source quotes", () => {
  expect(idOf(TRACEBACK)).toBeNull();
  expect(idOf("ValueError: loss is nan")).toBeNull();
});

test("what was said long before the end is not its cause", () => {
  expect(idOf(`warning: No module named 'flash_attn'\n${"step\n".repeat(20)}${TRACEBACK}`)).toBeNull();
  expect(idOf(`CUDA out of memory, trying a smaller batch\n${"step\n".repeat(20)}`)).toBeNull();
});

test("a launcher's own error after that of its process does not hide it", () => {
  const lines = `[rank0]: Traceback (most recent call last):
[rank0]:   File "/a/train.py", line 9, in <module>
[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.
E1124 10:00:00.000000 1 torch/distributed/elastic/multiprocessing/api.py:874] failed (exitcode: 1)
Traceback (most recent call last):
  File "/v/bin/torchrun", line 8, in <module>
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
============================================================
train.py FAILED`;
  expect(causeOf({ code: 1, signal: null, lines: lines.split("\n") })).toMatchObject({
    cause: { id: "gpu_memory", memory: true },
    line: "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.",
  });
});

test("an error of the script's own is not explained by one that came before it", () => {
  expect(idOf("CUDA out of memory\nKeyError: 'x'")).toBeNull();
});

test("where a program says nothing its end says it", () => {
  expect(idOf("", null, "SIGSEGV")).toBe("segfault");
  expect(idOf("", 139)).toBe("segfault");
  expect(idOf("", 134)).toBe("abort");
  expect(idOf("", 137)).toBe("killed_child");
  expect(idOf("", null, "SIGKILL")).toBeNull();
  expect(idOf("", 1)).toBeNull();
});

test("every cause has words that follow 'it', and an id of its own", () => {
  expect(new Set(CAUSES.map(({ id }) => id)).size).toBe(CAUSES.length);
  for (const { words, advice } of CAUSES) {
    expect(words).toMatch(/^[a-z].*[^.]$/);
    if (advice !== "") expect(advice).toMatch(/^[A-Z].*\.$/);
  }
});
