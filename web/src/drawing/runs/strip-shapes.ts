import type { Run } from '@overdue/sdk';
import { isHealthy } from './run-colors.ts';

const BAR = 4;
const GAP = 2;
const STEP = BAR + GAP;
/** Height of the tallest bar; the marks are below it. */
const TALL = 18;
const BASELINE = TALL + 0.5;
const HEIGHT = 22;
const SHORT = 3;
const HOLLOW = 11;

export interface Shape {
  readonly state: Run['state'];
  readonly path: string;
}

interface StripShapes {
  readonly width: number;
  readonly height: number;
  readonly baseline: number;
  /** One path for each outcome. */
  readonly shapes: readonly Shape[];
  /** Marks below failed and missed runs, for people who can't distinguish the colours. */
  readonly marks: string;
}

/** Returns the paths of a run strip. The first run is the newest, and is drawn on the right. */
export function stripShapes(runs: readonly Run[], places: number): StripShapes {
  const longest = Math.max(...runs.map(({ duration }) => duration ?? 0), 0);
  const paths = new Map<Run['state'], string>();
  let marks = '';
  runs.forEach((run, age) => {
    const x = (places - 1 - age) * STEP + GAP;
    paths.set(run.state, (paths.get(run.state) ?? '') + barOf(run, x, longest));
    if (!isHealthy(run.state)) marks += `M${x} ${HEIGHT - 2}h${BAR}v2h-${BAR}z`;
  });
  return {
    width: places * STEP + GAP,
    height: HEIGHT,
    baseline: BASELINE,
    shapes: [...paths].map(([state, path]) => ({ state, path })),
    marks,
  };
}

/** Returns the index of the run at a horizontal position; null outside the bars. The newest run has the index 0. */
export function runIndexAt(share: number, places: number): number | null {
  const x = share * (places * STEP + GAP);
  const age = places - 1 - Math.floor((x - GAP / 2) / STEP);
  return age >= 0 && age < places ? age : null;
}

function barOf({ state, duration }: Run, x: number, longest: number): string {
  // Strokes are centred on the path, so moving the path half a pixel inwards makes them sharp.
  if (state === 'missed' || state === 'unknown')
    return `M${x + 0.5} ${TALL - HOLLOW + 0.5}h${BAR - 1}v${HOLLOW - 1}h-${BAR - 1}z`;
  const height = heightOf(duration, longest);
  return `M${x} ${TALL - height}h${BAR}v${height}h-${BAR}z`;
}

/** The square root keeps a run of one minute visible beside a run of one hour. */
function heightOf(duration: number | null, longest: number): number {
  if (duration === null || longest === 0) return Math.round(TALL * 0.4);
  return Math.max(SHORT, Math.round(Math.sqrt(duration / longest) * TALL));
}
