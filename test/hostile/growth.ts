import { processorMs } from '../../server/test/processor-time.ts';

/** Lengths of the first attempts. Exponential work shows at the shortest length, quadratic work at the longest. */
const LENGTHS = [24, 3000] as const;
/** A longer time than this at one of the first lengths is suspicious. Linear work takes far less. */
const SUSPICIOUS_MS = 1.5;
/** Factor between the lengths that confirm a suspicion. Linear work takes 4 times as long, quadratic work 16 times. */
const FACTOR = 4;
const GROWTH_MAX = 8;
const REPETITIONS = 3;
/** A time below this is too short to compare, and harmless. */
const MEASURABLE_MS = 3;
/** Work that takes longer is not repeated. */
const HOPELESS_MS = 200;

/** Makes a text of about the given length. */
export type HostileText = (length: number) => string;

/**
 * Whether work on a text takes more than linear time. Measures processor time, takes the best of several repetitions, and confirms
 * each suspicion with longer texts, so that other work on the machine doesn't matter.
 */
export function isSuperlinear(work: (text: string) => unknown, textOf: HostileText): boolean {
  for (const length of LENGTHS) {
    const text = textOf(length);
    if (processorMs(() => work(text)) < SUSPICIOUS_MS) continue;
    if (isConfirmed(work, textOf, length)) return true;
  }
  return false;
}

function isConfirmed(work: (text: string) => unknown, textOf: HostileText, length: number): boolean {
  const [short, long] = [textOf(length), textOf(FACTOR * length)];
  const before = bestOf(() => work(short));
  if (before > HOPELESS_MS) return true;
  if (before < SUSPICIOUS_MS / 2) return false;
  const after = bestOf(() => work(long));
  return after > MEASURABLE_MS && after > GROWTH_MAX * before;
}

function bestOf(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    best = Math.min(
      best,
      processorMs(() => void work()),
    );
    if (best > HOPELESS_MS) return best;
  }
  return best;
}
