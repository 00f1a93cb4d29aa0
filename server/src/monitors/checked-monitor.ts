import { isDeepStrictEqual } from 'node:util';
import { type CheckKind, checkKindOf, type MonitorKind } from '@overdue/domain/checks/check-result.ts';
import { slotSchedule } from '@overdue/domain/checks/slots.ts';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { shortestGap } from '@overdue/domain/schedule/occurrences.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { invalidInputError, parseInput } from '../api/problems.ts';
import { keptSecrets, mergeCheckSettings, type SealedChecks } from '../checks/sealed-check.ts';
import { CHECK_SETTINGS, type CheckSettings } from '../checks/settings.ts';
import { parseTarget } from '../checks/target.ts';
import type { MonitorDetails } from '../database/records.ts';
import type { Random } from '../platform/runtime/random.ts';
import { NO_TARGET, type StoredTarget } from './settings/detail-fields.ts';

/** Limits of the interval between two checks. A registry must not be asked often. */
const INTERVAL_MS_MIN = 10 * SECOND_MS;
const DOMAIN_INTERVAL_MS_MIN = HOUR_MS;
const INTERVAL_MS_MAX = DAY_MS;
const INTERVAL_MS = MINUTE_MS;
const DOMAIN_INTERVAL_MS = DAY_MS;

/** Fields of a request about the target. */
export interface TargetInput {
  readonly url?: string | null | undefined;
  readonly check?: Readonly<Record<string, unknown>> | null | undefined;
}

interface CheckedParts {
  readonly sealedChecks: SealedChecks;
  readonly random: Pick<Random, 'bytes'>;
}

interface CheckedSettings {
  readonly target: StoredTarget;
  readonly schedule: Schedule;
}

/** Throws if a request sets the target of a job. */
function requireNoTarget({ url, check }: TargetInput): void {
  const problems = [
    ...(url === null || url === undefined ? [] : [{ path: 'url', message: ONLY_CHECKED }]),
    ...(check === null || check === undefined ? [] : [{ path: 'check', message: ONLY_CHECKED }]),
  ];
  if (problems.length > 0) throw invalidInputError(problems);
}

const ONLY_CHECKED = 'A monitor of the kind `cron` has no target. Choose another `kind`, or leave this out.';

/** Returns the target and the schedule of a new monitor. `schedule`: the schedule of the request, or else of a job. */
export function newTarget(
  input: TargetInput & { readonly kind: MonitorKind; readonly schedule?: Schedule | undefined },
  { teamID, schedule: ofJob }: { readonly teamID: string; readonly schedule: Schedule },
  { sealedChecks, random }: CheckedParts,
): CheckedSettings {
  const kind = checkKindOf(input.kind);
  if (kind === null) {
    requireNoTarget(input);
    return { target: NO_TARGET, schedule: ofJob };
  }
  const settings = parseSettings(kind, input.check ?? {});
  const intervalMs = kind === 'domain' ? DOMAIN_INTERVAL_MS : INTERVAL_MS;
  const schedule = input.schedule ?? { type: 'interval', intervalMs, timezone: 'UTC', graceMs: 0 };
  return {
    target: { url: requireTarget(kind, input.url ?? ''), sealedCheck: sealedChecks.seal(settings, teamID) },
    schedule: checkedSchedule(schedule, { kind, settings, phaseMs: randomPhase(random) }),
  };
}

/** Returns the target and the schedule of a monitor after an edit. `schedule`: the schedule after the edit. */
export function editedTarget(
  input: TargetInput & { readonly schedule: Schedule },
  {
    teamID,
    rules,
    details,
  }: {
    readonly teamID: string;
    readonly rules: MonitorRules;
    readonly details: MonitorDetails;
  },
  { sealedChecks, random }: CheckedParts,
): CheckedSettings {
  const { url, sealedCheck } = details;
  const kind = checkKindOf(rules.kind);
  if (kind === null) {
    requireNoTarget(input);
    return { target: { url, sealedCheck }, schedule: input.schedule };
  }
  const current = sealedChecks.open(sealedCheck, { kind, teamID });
  const settings = parseSettings(kind, mergeCheckSettings(current, input.check ?? {}));
  const isSame = isDeepStrictEqual(settings, current);
  const newURL = typeof input.url === 'string' ? requireTarget(kind, input.url) : url;
  if (originOf(url) !== originOf(newURL))
    requireNoSecrets(keptSecrets(settings, { before: current, requested: input.check ?? {} }));
  const phaseMs = rules.schedule.type === 'grid' ? rules.schedule.phaseMs : randomPhase(random);
  return {
    target: {
      url: newURL,
      sealedCheck: isSame ? sealedCheck : sealedChecks.seal(settings, teamID),
    },
    schedule: checkedSchedule(input.schedule, { kind, settings, phaseMs }),
  };
}

function parseSettings(kind: CheckKind, check: object): CheckSettings {
  return parseInput(z.object({ check: CHECK_SETTINGS[kind] }), { check }).check;
}

/** Refuses to send stored secrets to another server, because whoever moves a monitor need not know its secrets. */
function requireNoSecrets(kept: readonly string[]): void {
  if (kept.length > 0)
    throw invalidInputError(
      kept.map((name) => ({
        path: `check.${name}`,
        message: 'The address now leads to another server. Enter this secret again, or remove it.',
      })),
    );
}

/** Scheme, host and port of a target. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function requireTarget(kind: CheckKind, text: string): string {
  const parsed = parseTarget(kind, text);
  if (parsed.ok) return parsed.url;
  throw invalidInputError([{ path: 'url', message: parsed.problem }]);
}

/** Returns a schedule whose interval is a grid, with the time that a slot waits for its result. */
function checkedSchedule(
  schedule: Schedule,
  {
    kind,
    settings,
    phaseMs,
  }: { readonly kind: CheckKind; readonly settings: CheckSettings; readonly phaseMs: number },
): Schedule {
  const minMs = kind === 'domain' ? DOMAIN_INTERVAL_MS_MIN : INTERVAL_MS_MIN;
  const gapMs = shortestGap(schedule, 0);
  if (gapMs < minMs || gapMs > INTERVAL_MS_MAX)
    throw invalidInputError([
      {
        path: `schedule.${schedule.type === 'grid' ? 'interval' : schedule.type === 'oncalendar' ? 'onCalendar' : schedule.type}`,
        message: `The time between two checks must be ${minMs / SECOND_MS} to ${INTERVAL_MS_MAX / SECOND_MS} seconds.`,
      },
    ]);
  return slotSchedule(schedule, {
    phaseMs,
    afterMs: 0,
    attempts: {
      timeoutMs: settings.timeout * SECOND_MS,
      confirmAttempts: settings.confirm.attempts,
      confirmDelayMs: settings.confirm.delay * SECOND_MS,
    },
  });
}

/** Returns a phase in the longest interval, so that the checks of many monitors are spread. */
function randomPhase(random: Pick<Random, 'bytes'>): number {
  const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4);
  return (a * 0x100_0000 + b * 0x1_0000 + c * 0x100 + d) % INTERVAL_MS_MAX;
}
