import type { GpuState, MachineMean, MachineReport, MachineState } from "../../protocol/machine/machine.ts";
import { GpuHolds, type GpuHolder } from "./gpu-holds.ts";
import { type SampledGpu, startGpuSampler } from "./gpu-sampler.ts";
import { meterHost } from "./host.ts";
import { meanOf } from "./mean.ts";
import { processOwners } from "./whose-process.ts";

export interface MachineOptions {
  /** Directory of the worker, whose disk is watched. */
  home: string;
  everyMs: number;
  /** How many runs may stand on one GPU. */
  gpuShare: number;
  /** Attempts that are not over, with the GPUs that were given to them. */
  holders: () => readonly GpuHolder[];
  /** Told of every window of states. */
  onMean: (mean: MachineMean, state: MachineState) => void;
}

/** States of which one mean is made. */
const STATES_PER_MEAN = 5;
/** Means that wait for a server that does not answer: an hour at the usual pace, the oldest go first. */
const MOST_WAITING = 360;
const MOST_PER_REPORT = 60;
/** What a worker waits for the first word of nvidia-smi before it asks for work. */
const FIRST_WORD_MS = 10_000;

/** The machine under a worker, looked at on a timer of its own. */
export class Machine {
  private readonly options: MachineOptions;
  private readonly sampler: ReturnType<typeof startGpuSampler>;
  private readonly host: ReturnType<typeof meterHost>;
  private readonly ownerOf = processOwners();
  private readonly holds = new GpuHolds();
  private readonly timer: NodeJS.Timeout;
  private newest: MachineState | null = null;
  private window: MachineState[] = [];
  private waiting: MachineMean[] = [];
  private told = "";

  constructor(options: MachineOptions) {
    this.options = options;
    this.sampler = startGpuSampler(options.everyMs);
    this.host = meterHost(options.home);
    this.timer = setInterval(() => this.sample(), options.everyMs);
  }

  /** The first state, as soon as nvidia-smi has said a word or has proven to be absent. */
  async first(): Promise<MachineState> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FIRST_WORD_MS);
    });
    await Promise.race([this.sampler.ready, late]);
    clearTimeout(timer);
    return this.sample();
  }

  /** The GPUs as they are known this moment, with whoever holds them now. */
  gpus(): GpuState[] {
    const now = performance.now();
    const sampled = this.sampler.gpus(now);
    this.holds.update(this.options.holders(), sampled, now, (pid) => this.ownerOf(pid).attemptId);
    return sampled.map((gpu) => this.gpuState(gpu));
  }

  /** What the server has not heard yet. `heard` is called when it has; null: nothing is new. */
  report(): { report: MachineReport; heard: () => void } | null {
    const means = this.waiting.slice(0, MOST_PER_REPORT);
    const state = this.newest && { ...this.newest, gpus: this.gpus() };
    const news = state ? `${state.at} ${state.gpus.map(({ heldBy }) => heldBy.join()).join(";")}` : "";
    if (news === this.told && means.length === 0) return null;
    return {
      report: { state, means },
      heard: () => {
        this.told = news;
        this.waiting = this.waiting.filter((mean) => !means.includes(mean));
      },
    };
  }

  stop(): void {
    clearInterval(this.timer);
    this.sampler.stop();
  }

  private sample(): MachineState {
    const at = Date.now();
    const gpus = this.gpus();
    const driver = this.sampler.gpus().find(({ reading }) => reading.driver !== null)?.reading.driver;
    const state: MachineState = {
      at,
      gpus,
      gpuShare: this.options.gpuShare,
      gpuProblem: this.sampler.problem(),
      driver: driver?.slice(0, 80) ?? null,
      ...this.host.read(at),
    };
    this.newest = state;
    this.window.push(state);
    if (this.window.length >= STATES_PER_MEAN) {
      const mean = meanOf(this.window);
      this.window = [];
      this.waiting = [...this.waiting, mean].slice(-MOST_WAITING);
      this.options.onMean(mean, state);
    }
    return state;
  }

  private gpuState({ reading, apps, goneSince }: SampledGpu): GpuState {
    const { driver: _driver, ...facts } = reading;
    return {
      ...facts,
      // The clock that people read: it may have been set meanwhile, the sampler's is not.
      goneSince: goneSince === null ? null : Math.round(Date.now() - (performance.now() - goneSince)),
      processes: apps.slice(0, 64).map(({ pid, name, memoryMiB }) => {
        const owner = this.ownerOf(pid);
        return {
          pid,
          name: (owner.name ?? name ?? "a process").slice(0, 200),
          user: owner.user,
          memoryMiB,
          attemptId: owner.attemptId,
        };
      }),
      heldBy: this.holds.heldBy(reading.uuid).slice(0, 64),
    };
  }
}
