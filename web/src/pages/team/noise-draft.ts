import type { Team } from '@overdue/sdk';
import { formatSecondsExact, parseSeconds } from '../../time/parse-duration.ts';
import { words } from './words.ts';

type Alerting = Team['alerting'];
/** Alert limits as typed. */
export type NoiseDraft = Readonly<Record<keyof Alerting, string>>;

const COUNT_MAX = 1000;

export function noiseDraft(alerting: Alerting): NoiseDraft {
  return {
    gatherAbove: String(alerting.gatherAbove),
    gatherWithin: formatSecondsExact(alerting.gatherWithin),
    flapAbove: String(alerting.flapAbove),
    flapWithin: formatSecondsExact(alerting.flapWithin),
    flapQuiet: formatSecondsExact(alerting.flapQuiet),
  };
}

/** Parses the draft; null if a value is invalid. The service checks minimum and maximum values. */
export function readDraft(draft: NoiseDraft): {
  readonly alerting: Alerting | null;
  readonly problems: Readonly<Partial<Record<keyof Alerting, string>>>;
} {
  const gatherAbove = readCount(draft.gatherAbove);
  const flapAbove = readCount(draft.flapAbove);
  const gatherWithin = parseSeconds(draft.gatherWithin);
  const flapWithin = parseSeconds(draft.flapWithin);
  const flapQuiet = parseSeconds(draft.flapQuiet);
  const { count, length } = words.settings;
  const problems = {
    ...(gatherAbove === null ? { gatherAbove: count } : {}),
    ...(flapAbove === null ? { flapAbove: count } : {}),
    ...(gatherWithin === null ? { gatherWithin: length } : {}),
    ...(flapWithin === null ? { flapWithin: length } : {}),
    ...(flapQuiet === null ? { flapQuiet: length } : {}),
  };
  if (
    gatherAbove === null ||
    flapAbove === null ||
    gatherWithin === null ||
    flapWithin === null ||
    flapQuiet === null
  )
    return { alerting: null, problems };
  return { alerting: { gatherAbove, gatherWithin, flapAbove, flapWithin, flapQuiet }, problems };
}

function readCount(text: string): number | null {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  return count <= COUNT_MAX ? count : null;
}
