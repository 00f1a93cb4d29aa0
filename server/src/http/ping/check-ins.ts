import { AppError } from '../../domain/error.ts';
import { createOwner, type OwnedMonitor } from './create-owner.ts';
import type { CheckIn, Recorded } from './dialects/dialect.ts';
import {
  ambiguousSlug,
  type CheckInsReading,
  findOwner,
  type Lookups,
  slugUnavailable,
} from './find-ping.ts';
import { type Arrived, limitMisses, type Recorder, type RecorderDependencies } from './record-ping.ts';

/** Slug of no monitor, to look up a key alone. */
const NO_SLUG = '';

/** Records the check-ins in the body of a request. */
export type RecordCheckIns = (arrived: Arrived, reading: CheckInsReading) => Promise<readonly Recorded[]>;

export function createCheckIns(
  dependencies: RecorderDependencies,
  { lookups, recorder }: { readonly lookups: Lookups; readonly recorder: Recorder },
): RecordCheckIns {
  const { provision, metrics } = dependencies;

  /** Checks the key before a body is read, because bodies cost memory. */
  async function checkKey({ request, startedAt }: Arrived, key: string): Promise<void> {
    const { outcome } = await findOwner({ by: 'slug', key, slug: NO_SLUG, creation: null }, lookups);
    if (outcome === 'known' || outcome === 'ambiguous' || outcome === 'unknown_slug') return;
    limitMisses(dependencies, request, startedAt);
    if (outcome === 'unavailable') return;
    metrics.pings.notFound.inc();
    throw new AppError('unauthorized', 'invalid project key');
  }

  async function ownerOf({ target }: CheckIn, remoteAddress: string): Promise<OwnedMonitor> {
    const owner = await findOwner(target, lookups);
    switch (owner.outcome) {
      case 'known':
      case 'uncertain':
        return { monitor: owner.monitor, isNew: false };
      case 'creatable':
        return createOwner(owner, { provision, lookups, remoteAddress });
      case 'unknown':
      case 'unknown_slug':
        throw new AppError('not_found', 'There is no such monitor.');
      case 'ambiguous':
        throw ambiguousSlug();
      case 'unavailable':
        throw slugUnavailable();
    }
  }

  async function record(arrived: Arrived, checkIn: CheckIn): Promise<Recorded> {
    const remoteAddress = dependencies.remoteAddress(arrived.request);
    const { monitor, isNew } = await ownerOf(checkIn, remoteAddress);
    const { monitorID, project } = monitor;
    const { config, report } = checkIn;
    const warnings =
      isNew || config === null || monitorID === null || project === null
        ? []
        : await provision.configure(monitorID, { project, config, remoteAddress });
    const recorded = await recorder.recordReport(arrived, monitor, {
      ...report,
      warnings: [...report.warnings, ...warnings],
    });
    return { ...recorded, isNew };
  }

  return async (arrived, { key, readBody }) => {
    await checkKey(arrived, key);
    if (readBody === null) return [];
    const { bytes, release } = await recorder.readWhole(arrived.request);
    try {
      const recorded: Recorded[] = [];
      // One after another, because the check-ins of a monitor must keep their order.
      for (const checkIn of readBody(bytes)) recorded.push(await record(arrived, checkIn));
      return recorded;
    } finally {
      release();
    }
  };
}
