import type { IncomingMessage } from 'node:http';
import { AppError } from '@overdue/domain/error.ts';
import { firstHeader } from '../../platform/http/header.ts';
import { SMALL_BYTES_MAX } from './body-reader.ts';
import { createMonitorBySlug, type MonitorBySlug } from './create-monitor-by-slug.ts';
import type { CheckIn, RecordedPing } from './dialect.ts';
import {
  type CheckInsReading,
  lookUpAddress,
  type MonitorFinder,
  type MonitorLookup,
  type MonitorOfPing,
  slugError,
} from './find-ping.ts';
import { limitMisses } from './ping-rates.ts';
import type { ReceivedRequest, Recorder, RecorderDependencies } from './record-ping.ts';

/** Codes of refusals that concern one check-in, such as an unknown slug. The other check-ins of the request are recorded. */
const OWN_REFUSALS: ReadonlySet<AppError['code']> = new Set([
  'not_found',
  'conflict',
  'bad_request',
  'allowance_used_up',
]);

interface CheckedKey {
  readonly key: string;
  /** Team of the key; null if the database is unavailable. */
  readonly teamID: string | null;
}

/** Records the check-ins in the body of a request. */
export type RecordCheckIns = (
  received: ReceivedRequest,
  reading: CheckInsReading,
) => Promise<readonly RecordedPing[]>;

export function createCheckIns(
  dependencies: RecorderDependencies,
  { lookups, recorder }: { readonly lookups: MonitorFinder; readonly recorder: Recorder },
): RecordCheckIns {
  const { provision } = dependencies;
  const { checkKey, createOrRefuse } = createCheckInTargets(dependencies, lookups);

  /** Creates as few promises as possible, because each promise slows every check-in. */
  function record(received: ReceivedRequest, checkIn: CheckIn): Promise<RecordedPing> {
    const target = lookUpAddress(checkIn.address, lookups);
    return !(target instanceof Promise) && 'monitor' in target && isConfigured(target.monitor, checkIn)
      ? recorder.recordReport(received, target.monitor, checkIn.report)
      : configureAndRecord(received, checkIn, target);
  }

  function isConfigured({ monitorID, bySlug }: MonitorOfPing, { config }: CheckIn): boolean {
    if (config === null) return true;
    const revision = bySlug?.revision ?? null;
    return monitorID !== null && revision !== null && provision.isConfigured({ monitorID, revision }, config);
  }

  async function configureAndRecord(
    received: ReceivedRequest,
    checkIn: CheckIn,
    lookup: Promise<MonitorLookup> | MonitorLookup,
  ): Promise<RecordedPing> {
    const remoteAddress = dependencies.remoteAddress(received.request);
    const target = await lookup;
    const { monitor, isNew } =
      'monitor' in target
        ? { monitor: target.monitor, isNew: false }
        : await createOrRefuse(target, remoteAddress);
    const { monitorID, bySlug } = monitor;
    const { config, report } = checkIn;
    const warnings =
      isNew || config === null || monitorID === null || bySlug === null || isConfigured(monitor, checkIn)
        ? []
        : await provision.configure(monitorID, { project: bySlug.project, config, remoteAddress });
    const reportWithWarnings =
      warnings.length === 0 ? report : { ...report, warnings: [...report.warnings, ...warnings] };
    const recorded = await recorder.recordReport(received, monitor, reportWithWarnings);
    return { ...recorded, isNew };
  }

  /** Records all check-ins that can be recorded. Also returns the first refusal; a refusal affects only its own check-in. */
  async function recordEach(
    received: ReceivedRequest,
    checkIns: readonly CheckIn[],
  ): Promise<{ readonly recorded: readonly RecordedPing[]; readonly refusal: AppError | null }> {
    const recorded: RecordedPing[] = [];
    let refusal: AppError | null = null;
    // Sequential, because the check-ins of a monitor must keep their order.
    for (const checkIn of checkIns)
      try {
        recorded.push(await record(received, checkIn));
      } catch (error) {
        if (!(error instanceof AppError && OWN_REFUSALS.has(error.code))) throw error;
        refusal ??= error;
      }
    return { recorded, refusal };
  }

  /** Reads the key from the beginning of a body, and checks it before any more of the body is read. */
  async function findKey(
    received: ReceivedRequest,
    readKey: (beginning: Uint8Array) => string,
  ): Promise<CheckedKey> {
    const { request } = received;
    try {
      const key = readKey(await recorder.readBeginning(request));
      return { key, teamID: await checkKey(received, key) };
    } catch (error) {
      // Drops the rest of the body. Node does so by itself only if nothing of the body has been read.
      request.resume();
      throw error;
    }
  }

  return async (received, { key: sentKey, readBody }) => {
    const isInBody = typeof sentKey !== 'string';
    // For a small body, looking up the monitor checks the key early enough.
    const isUnchecked = !isInBody && readBody !== null && hasSmallBody(received.request);
    const { key, teamID } = isInBody
      ? await findKey(received, sentKey)
      : { key: sentKey, teamID: isUnchecked ? null : await checkKey(received, sentKey) };
    if (readBody === null) return [];
    const findTeam = () => checkKey(received, key);
    const { bytes, upload } = await recorder.readWhole(received, { teamID, findTeam });
    try {
      const { checkIns, problem } = readBody(bytes, key);
      // Most requests have one check-in, which needs no list of refusals.
      const only = checkIns.length === 1 && problem === null ? checkIns[0] : undefined;
      if (only !== undefined) return [await record(received, only)];
      if (checkIns.length === 0 && isUnchecked) await checkKey(received, key);
      const { recorded, refusal } = await recordEach(received, checkIns);
      const refused = problem ?? refusal;
      if (refused !== null) throw refused;
      return recorded;
    } finally {
      upload?.end();
    }
  };
}

/**
 * Whether a body is small according to its headers. The key of any other body is checked before the body uses memory, because a
 * few compressed bytes can become many megabytes.
 */
function hasSmallBody(request: IncomingMessage): boolean {
  const length = firstHeader(request, 'content-length');
  return (
    length !== undefined &&
    Number(length) <= SMALL_BYTES_MAX &&
    firstHeader(request, 'content-encoding') === undefined
  );
}

/** Slug that no monitor has. Used to check a key without looking for a monitor. */
const NO_SLUG = '';

/** Creates or refuses the monitor of a check-in, and checks the key of a request. */
interface CheckInTargets {
  /**
   * Checks the key before a body is read, because bodies cost memory. Returns the team of the key; null if the database is unavailable.
   * Throws if the key is unknown.
   */
  checkKey(received: ReceivedRequest, key: string): Promise<string | null>;
  /** Creates the monitor if the check-in may do so. Otherwise throws the reason. */
  createOrRefuse(
    target: Exclude<MonitorLookup, { readonly outcome: 'known' | 'uncertain' }>,
    remoteAddress: string,
  ): Promise<MonitorBySlug>;
}

function createCheckInTargets(dependencies: RecorderDependencies, lookups: MonitorFinder): CheckInTargets {
  const { provision, metrics } = dependencies;

  function unknownKey(): AppError {
    metrics.pings.notFound.inc();
    return new AppError('unauthorized', 'invalid project key');
  }

  return {
    async checkKey(received, key) {
      const found = await lookUpAddress({ by: 'slug', secret: key, slug: NO_SLUG, creation: null }, lookups);
      if (found.outcome === 'unknown_slug') return found.project.teamID;
      if (found.outcome !== 'unavailable') throw unknownKey();
      limitMisses(dependencies, received.request, received.startedAt);
      return null;
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
