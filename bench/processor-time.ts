import { readFileSync } from 'node:fs';

const CLOCK_TICKS = 100;
/** Places after the name in brackets: user and system time, and those of children that have ended. */
const OWN = [11, 12] as const;
const OF_ENDED_CHILDREN = [13, 14] as const;

/** Processor seconds that a process has used so far; with those that it started, living or ended, when asked. */
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

/** One that ends this moment is counted with those that have ended, the next time. */
function living(pid: number): number {
  try {
    return processorSeconds(pid);
  } catch {
    return 0;
  }
}
