import type { IncomingMessage } from 'node:http';
import { AppError } from '../../domain/error.ts';
import { firstHeader } from '../header.ts';
import { createOwner, type OwnedMonitor } from './create-owner.ts';
import type { CheckIn, Recorded } from './dialects/dialect.ts';
import {
  ambiguousSlug,
  type CheckInsReading,
  findOwner,
  type Lookups,
  type MonitorLookup,
  slugUnavailable,
} from './find-ping.ts';
import { type Arrived, limitMisses, type Recorder, type RecorderDependencies } from './record-ping.ts';

/** Slug that no monitor has. Used to check a key without looking for a monitor. */
const NO_SLUG = '';
/** Maximum bytes of a body that is read before its key is checked. */
const SMALL_BYTES_MAX = 16 * 1024;

/** Records the check-ins in the body of a request. */
export type RecordCheckIns = (arrived: Arrived, reading: CheckInsReading) => Promise<readonly Recorded[]>;

export function createCheckIns(
  dependencies: RecorderDependencies,
  { lookups, recorder }: { readonly lookups: Lookups; readonly recorder: Recorder },
): RecordCheckIns {
  // Long because each step refuses a request in its own way; each function in it is short.
  const { provision, metrics } = dependencies;

  /** Checks the key before a body is read, because bodies cost memory. */
  async function checkKey(arrived: Arrived, key: string): Promise<void> {
    const { outcome } = await findOwner({ by: 'slug', secret: key, slug: NO_SLUG, creation: null }, lookups);
    if (outcome === 'known' || outcome === 'ambiguous' || outcome === 'unknown_slug') return;
    if (outcome === 'unavailable') limitMisses(dependencies, arrived.request, arrived.startedAt);
    else throw unknownKey(arrived);
  }

  function unknownKey({ request, startedAt }: Arrived): AppError {
    limitMisses(dependencies, request, startedAt);
    metrics.pings.notFound.inc();
    return new AppError('unauthorized', 'invalid project key');
  }

  async function createOrRefuse(
    arrived: Arrived,
    owner: Exclude<MonitorLookup, { readonly outcome: 'known' | 'uncertain' }>,
    remoteAddress: string,
  ): Promise<OwnedMonitor> {
    switch (owner.outcome) {
      case 'creatable':
        return createOwner(owner, { provision, lookups, remoteAddress });
      case 'unknown':
        throw unknownKey(arrived);
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
    const lookup = findOwner(checkIn.target, lookups);
    const owner = lookup instanceof Promise ? await lookup : lookup;
    const { monitor, isNew } =
      'monitor' in owner
        ? { monitor: owner.monitor, isNew: false }
        : await createOrRefuse(arrived, owner, remoteAddress);
    const { monitorID, project } = monitor;
    const { config, report } = checkIn;
    const warnings =
      isNew || config === null || monitorID === null || project === null
        ? []
        : await provision.configure(monitorID, { project, config, remoteAddress });
    const all = warnings.length === 0 ? report : { ...report, warnings: [...report.warnings, ...warnings] };
    const recorded = await recorder.recordReport(arrived, monitor, all);
    return { ...recorded, isNew };
  }

  async function recordAll(arrived: Arrived, checkIns: readonly CheckIn[]): Promise<readonly Recorded[]> {
    const recorded: Recorded[] = [];
    // Sequential, because the check-ins of a monitor must keep their order.
    for (const checkIn of checkIns) recorded.push(await record(arrived, checkIn));
    return recorded;
  }

  return async (arrived, { key, readBody }) => {
    // Looking up the monitor also checks the key, so a small body needs no earlier check of its key.
    const isSmall = hasSmallBody(arrived.request);
    if (readBody === null || !isSmall) await checkKey(arrived, key);
    if (readBody === null) return [];
    const { bytes, release } = await recorder.readWhole(arrived.request);
    try {
      const checkIns = readBody(bytes);
      if (checkIns.length === 0 && isSmall) await checkKey(arrived, key);
      return await recordAll(arrived, checkIns);
    } finally {
      release();
    }
  };
}

/** Whether a body is small according to `Content-Length`. The key of a larger body is checked before it uses memory. */
function hasSmallBody(request: IncomingMessage): boolean {
  const length = firstHeader(request, 'content-length');
  return length !== undefined && Number(length) <= SMALL_BYTES_MAX;
}
