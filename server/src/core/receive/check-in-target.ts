import { AppError } from '@overdue/domain/error.ts';
import { createMonitorBySlug, type MonitorBySlug } from './create-monitor-by-slug.ts';
import { lookUpAddress, type MonitorFinder, type MonitorLookup, slugError } from './find-ping.ts';
import { limitMisses } from './ping-rates.ts';
import type { ReceivedRequest, RecorderDependencies } from './record-ping.ts';

/** Slug that no monitor has. Used to check a key without looking for a monitor. */
const NO_SLUG = '';

/** Creates or refuses the monitor of a check-in, and checks the key of a request. */
export interface CheckInTargets {
  /** Checks the key before a body is read, because bodies cost memory. Throws if the key is unknown. */
  checkKey(received: ReceivedRequest, key: string): Promise<void>;
  /** Creates the monitor if the check-in may do so. Otherwise throws the reason. */
  createOrRefuse(
    target: Exclude<MonitorLookup, { readonly outcome: 'known' | 'uncertain' }>,
    remoteAddress: string,
  ): Promise<MonitorBySlug>;
}

export function createCheckInTargets(
  dependencies: RecorderDependencies,
  lookups: MonitorFinder,
): CheckInTargets {
  const { provision, metrics } = dependencies;

  function unknownKey(): AppError {
    metrics.pings.notFound.inc();
    return new AppError('unauthorized', 'invalid project key');
  }

  return {
    async checkKey(received, key) {
      const { outcome } = await lookUpAddress(
        { by: 'slug', secret: key, slug: NO_SLUG, creation: null },
        lookups,
      );
      if (outcome === 'known' || outcome === 'ambiguous' || outcome === 'unknown_slug') return;
      if (outcome === 'unavailable') limitMisses(dependencies, received.request, received.startedAt);
      else throw unknownKey();
    },
    async createOrRefuse(target, remoteAddress) {
      switch (target.outcome) {
        case 'creatable':
          return createMonitorBySlug(target, { provision, lookups, remoteAddress });
        case 'unknown':
          throw unknownKey();
        case 'unknown_slug':
          throw new AppError('not_found', 'There is no such monitor.');
        case 'ambiguous':
        case 'unavailable':
          throw slugError(target.outcome);
      }
    },
  };
}
