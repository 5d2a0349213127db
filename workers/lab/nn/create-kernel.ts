import { createJsKernel } from "./kernel-js.ts";
import { createWasmKernel, isWasmKernelSupported } from "./kernel-wasm.ts";
import type { Kernel } from "./kernel.ts";

/** The fastest kernel this machine runs: WebAssembly SIMD, or the same sums in plain JavaScript. */
export function createKernel(memory: WebAssembly.Memory): Kernel {
  return isWasmKernelSupported() ? createWasmKernel(memory) : createJsKernel(memory);
}
