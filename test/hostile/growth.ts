import { processorMs } from '../processor-time.ts';

/** A first length, a longer one to compare with, and the factor that the time of linear work stays below. */
interface Attempt {
  readonly length: number;
  readonly longer: number;
  readonly growthMax: number;
}

const ATTEMPTS: readonly Attempt[] = [
  // Shows exponential work, which takes 16 times as long at the longer length. Linear work takes 1.2 times as long.
  { length: 24, longer: 28, growthMax: 4 },
  // Shows quadratic work, which takes 16 times as long. Linear work takes 4 times as long.
  { length: 5000, longer: 20_000, growthMax: 8 },
];
/** A longer time than this at a first length is suspicious. Most linear work takes far less. */
const SUSPICIOUS_MS = 0.3;
const REPETITIONS = 3;
/** Resolution of the processor time on some systems. */
const TICK_MS = 4;
/** A time below this is too short to compare, and harmless. */
const MEASURABLE_MS = 3;
/** A longer time than this for a text of at most 20,000 characters is no measuring error. */
const CLEAR_MS = 100;
/** A time from which a tick no longer matters. */
const STEADY_MS = 40;
/** Factor for a text that is four times as long. Quadratic work takes 16 times as long. */
const STEADY_GROWTH_MAX = 8;
const LENGTH_MAX = 1_280_000;
/** Work that takes longer is not repeated. */
const HOPELESS_MS = 200;

/** Texts of each length that are examined closely: the slowest ones. Superlinear work stands out among them. */
const SUSPECTS_MAX = 20;

/** Makes a text of about the given length, and never much longer. */
export type HostileText = (length: number) => string;

export interface NamedText {
  readonly name: string;
  readonly textOf: HostileText;
}

/**
 * Returns the name of a text on which work takes more than linear time; null if there is none. Measures processor time, takes the best
 * of several repetitions, and confirms each suspicion with longer texts, so that other work on the machine doesn't matter.
 */
export function findSuperlinear(work: (text: string) => unknown, texts: readonly NamedText[]): string | null {
  for (const attempt of ATTEMPTS) {
    const suspects = texts
      .map((named) => ({ ...named, took: elapsedMs(() => work(named.textOf(attempt.length))) }))
      .filter(({ took }) => took > SUSPICIOUS_MS)
      .toSorted((a, b) => b.took - a.took)
      .slice(0, SUSPECTS_MAX);
    const confirmed = suspects.find(
      // A garbage collection can fall into each measurement of a longer text, so one confirmation proves nothing.
      ({ textOf }) => isConfirmed(work, textOf, attempt) && isConfirmed(work, textOf, attempt),
    );
    if (confirmed !== undefined) return confirmed.name;
  }
  return null;
}

function isConfirmed(
  work: (text: string) => unknown,
  textOf: HostileText,
  { length, longer, growthMax }: Attempt,
): boolean {
  const [short, long] = [textOf(length), textOf(longer)];
  const before = bestOf(() => work(short));
  if (before > HOPELESS_MS) return true;
  if (before < SUSPICIOUS_MS / 2) return false;
  const after = bestOf(() => work(long));
  if (after <= MEASURABLE_MS || after <= growthMax * before) return false;
  return after > CLEAR_MS || growsSteadily(work, textOf, longer);
}

/** Repeats a comparison with longer and longer texts until other work on the machine can't explain the difference. */
function growsSteadily(work: (text: string) => unknown, textOf: HostileText, from: number): boolean {
  for (let length = from; length <= LENGTH_MAX; length *= 2) {
    const before = bestOf(() => work(textOf(length)));
    if (before > STEADY_MS) return bestOf(() => work(textOf(4 * length))) > STEADY_GROWTH_MAX * before;
  }
  return false;
}

function bestOf(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    best = Math.min(best, elapsedMs(work));
    if (best > HOPELESS_MS) return best;
  }
  return best;
}

/** Returns the time that passed. Other work on the machine prolongs it by a tick at most. */
function elapsedMs(work: () => unknown): number {
  const start = performance.now();
  const ofProcessor = processorMs(() => void work());
  return Math.min(performance.now() - start, ofProcessor + TICK_MS);
}
