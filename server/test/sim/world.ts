import type { FakeClock, SeededRandom } from '../fake-clock.ts';
import type { Host } from './host.ts';
import type { SimulatedJob } from './simulated-job.ts';

export interface Counts {
  pings: number;
  acknowledged: number;
  spooled: number;
  crashes: number;
  outages: number;
  jumps: number;
  commands: number;
  runs: number;
  blind: number;
}

/** State that the parts of one simulation share. */
export interface World {
  readonly random: SeededRandom;
  readonly clock: FakeClock;
  readonly host: Host;
  readonly jobs: SimulatedJob[];
  readonly teamIDs: string[];
  readonly counts: Counts;
  readonly contradictions: string[];
  /** Plans an act of the simulation. */
  runLater(delayMs: number, act: () => void | Promise<void>): void;
}

export function newCounts(): Counts {
  return {
    pings: 0,
    acknowledged: 0,
    spooled: 0,
    crashes: 0,
    outages: 0,
    jumps: 0,
    commands: 0,
    runs: 0,
    blind: 0,
  };
}
