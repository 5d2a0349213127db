import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, type QuickJSWASMModule } from "quickjs-emscripten-core";
import { METER_EXPORTS, meterWasm } from "./meter-wasm.ts";

/** Pages of 64 KiB that the module is declared with. */
const PAGES = { initial: 256, maximum: 32768 };
const UNLIMITED = 2 ** 31 - 1;

let metered: WebAssembly.Module | undefined;
/** QuickJS with its meter; made once in a process. */
function meteredModule(): WebAssembly.Module {
  metered ??= new WebAssembly.Module(
    meterWasm(readFileSync(fileURLToPath(import.meta.resolve("@jitl/quickjs-wasmfile-release-sync/wasm")))),
  );
  return metered;
}

type Start = (options: {
  wasmMemory: WebAssembly.Memory;
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
}) => Promise<never>;

const unwrapped = (loaded: unknown): Start =>
  typeof loaded === "function" ? (loaded as Start) : unwrapped((loaded as { default: unknown }).default);

/**
 * A QuickJS whose work is counted down from what it is given, wherever it does it, and that can be brought back to how it was
 * when it was loaded, at once, whatever a program did to it.
 */
export class Engine {
  readonly quickjs: QuickJSWASMModule;
  readonly #memory: Uint8Array;
  readonly #stack: number;
  #given = 0;
  readonly #own: { memory: WebAssembly.Memory; fuel: WebAssembly.Global; stack: WebAssembly.Global };

  private constructor(quickjs: QuickJSWASMModule, memory: WebAssembly.Memory, exports: WebAssembly.Exports) {
    this.quickjs = quickjs;
    this.#own = {
      memory,
      fuel: exports[METER_EXPORTS.fuel] as WebAssembly.Global,
      stack: exports[METER_EXPORTS.stack] as WebAssembly.Global,
    };
    const bytes = new Uint8Array(memory.buffer);
    this.#memory = bytes.slice(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
    this.#stack = this.#own.stack.value as number;
    this.unmeter();
  }

  static async load(): Promise<Engine> {
    const memory = new WebAssembly.Memory(PAGES);
    let exports: WebAssembly.Exports = {};
    const quickjs = await newQuickJSWASMModuleFromVariant({
      ...variant,
      async importModuleLoader() {
        const start = unwrapped(await variant.importModuleLoader());
        return () =>
          start({
            wasmMemory: memory,
            instantiateWasm(imports, done) {
              const instance = new WebAssembly.Instance(meteredModule(), imports);
              ({ exports } = instance);
              done(instance);
              return exports;
            },
          });
      },
    });
    return new Engine(quickjs, memory, exports);
  }

  /** What it may do from now on, in rounds of its loops; then it traps. */
  meter(rounds: number): void {
    this.#given = rounds;
    this.#own.fuel.value = rounds;
  }

  unmeter(): void {
    this.meter(UNLIMITED);
  }

  /** Rounds since then; more than were given once it has trapped. */
  get metered(): number {
    return this.#given - (this.#own.fuel.value as number);
  }

  /** Every byte as it was when it was loaded; what was made in it is gone. */
  restore(): void {
    const bytes = new Uint8Array(this.#own.memory.buffer);
    bytes.fill(0, this.#memory.length);
    bytes.set(this.#memory);
    this.#own.stack.value = this.#stack;
    this.unmeter();
  }
}
