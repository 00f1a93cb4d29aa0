import type { Running } from './node.ts';
import type { World } from './world.ts';

export interface FaultOptions {
  /** Whether the wall clock may be set back. */
  readonly setsClockBack: boolean;
  /** Whether mishaps happen only between calls, so that a simulation can be repeated exactly. */
  readonly onlyBetweenCalls: boolean;
  readonly operate: (process: Running) => Promise<void>;
}

/** Kills and stops processes, takes the database away, and sets the clock. */
export function createFaults(
  { random, host, counts, runLater }: World,
  { setsClockBack, onlyBetweenCalls, operate }: FaultOptions,
) {
  const pauseMs = () => random.pick([200, 2000, 4500, 5500, 8000, 20_000, 90_000]);
  async function mishap(): Promise<void> {
    const luck = random.fraction();
    if (luck < 0.25) {
      counts.crashes += 1;
      host.kill();
    } else if (luck < 0.55) {
      counts.crashes += 1;
      const [calls, moment] = [random.between(1, 12), random.pick(['before', 'after'] as const)];
      if (onlyBetweenCalls) host.kill();
      else host.armCrash(calls, moment);
    } else if (luck < 0.65) {
      host.stop();
    } else if (luck < 0.8) {
      counts.outages += 1;
      host.loseDatabase();
      runLater(pauseMs(), () => {
        host.returnDatabase();
        return operateBeforeWatchdog();
      });
    } else {
      counts.jumps += 1;
      const ms = pauseMs();
      host.jump(setsClockBack && random.chance(0.5) ? -ms : ms);
      await operateBeforeWatchdog();
    }
  }

  /** Changes a monitor before the watchdog detects the mishap. */
  async function operateBeforeWatchdog(): Promise<void> {
    const process = host.running();
    if (process !== null && random.chance(0.3)) await operate(process);
  }

  return { mishap };
}
