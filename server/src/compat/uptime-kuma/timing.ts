import type { ScheduleInput } from '@overdue/domain/schedule/parse-schedule.ts';
import { fitCount } from '../source/draft-item.ts';

/** Seconds that Kuma adds to the interval before a push counts as missed. */
const BUFFER = 1;
/** Overdue's default maximum duration of a run, in seconds. */
const MAX_RUN_DEFAULT = 3600;

interface KumaTiming {
  /** Seconds. */
  readonly interval: number;
  readonly retryInterval?: number | null | undefined;
  readonly maxretries?: number | null | undefined;
}

interface TranslatedTiming {
  readonly schedule: ScheduleInput;
  readonly alertAfterFailures: number;
  readonly maxRunDuration: number | undefined;
  readonly notes: readonly string[];
}

/**
 * Translates Kuma's interval and retries. Kuma retries after the retry interval, which equals the interval by default. Since
 * version 2, each interval without a push and each push with `status=down` uses up one retry, so retries map to consecutive
 * failures. In earlier versions, or if the retry interval differs, retries map to the grace period.
 * @param retriesPushes whether retries also apply to a push with `status=down`
 */
export function translateTiming(
  { interval, retryInterval, maxretries }: KumaTiming,
  { retriesPushes }: { readonly retriesPushes: boolean },
): TranslatedTiming {
  const retries = maxretries ?? 0;
  const wait = retryInterval == null || retryInterval === 0 ? interval : retryInterval;
  const areFailures = retriesPushes && wait === interval;
  const graceDuration = BUFFER + (areFailures ? 0 : retries * wait);
  return {
    schedule: { type: 'interval', interval, graceDuration },
    alertAfterFailures: areFailures ? fitCount(retries + 1) : 1,
    maxRunDuration: longestRun(interval + graceDuration),
    notes:
      retriesPushes && !areFailures && retries > 0
        ? [
            `Kuma’s ${retries} retries became part of the grace period. A push with status=down counts immediately.`,
          ]
        : [],
  };
}

/**
 * Returns the maximum duration to set; undefined if Overdue's default is long enough. In Kuma, a run that reported its start may
 * last until the next push is due.
 */
function longestRun(seconds: number): number | undefined {
  return seconds > MAX_RUN_DEFAULT ? seconds : undefined;
}
