import { readFileSync } from 'node:fs';

const CLOCK_TICKS = 100;
/**
 * Positions in /proc/PID/stat after the name in brackets: user and system time of the process, and of its ended
 * children.
 */
const OWN = [11, 12] as const;
const OF_ENDED_CHILDREN = [13, 14] as const;

/**
 * Returns the processor time in seconds that a process has used, optionally including its running and ended children.
 */
export function processorSeconds(pid: number, whose: 'alone' | 'with its children' = 'alone'): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (places: readonly number[]) =>
    places.reduce((sum, place) => sum + Number(fields[place]), 0) / CLOCK_TICKS;
  if (whose === 'alone') return seconds(OWN);
  return (
    seconds([...OWN, ...OF_ENDED_CHILDREN]) + childrenOf(pid).reduce((sum, child) => sum + living(child), 0)
  );
}

function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}

/**
 * Returns the processor time of a running child; 0 if the child has just ended. The next call counts it among the ended children.
 */
function living(pid: number): number {
  try {
    return processorSeconds(pid);
  } catch {
    return 0;
  }
}
