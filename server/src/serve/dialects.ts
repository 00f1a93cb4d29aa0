import { AppError } from '@overdue/domain/error.ts';
import { betterStack } from '../compat/better-stack/pings.ts';
import { cronhub } from '../compat/cronhub/pings.ts';
import { cronitor } from '../compat/cronitor/pings.ts';
import { deadMansSnitch } from '../compat/dead-mans-snitch/pings.ts';
import { healthchecks } from '../compat/healthchecks/pings.ts';
import { sentry } from '../compat/sentry/sentry.ts';
import { uptimeKuma } from '../compat/uptime-kuma/pings.ts';
import type { Dialect } from '../core/receive/dialect.ts';
import { overdue } from '../core/receive/overdue.ts';

/** All dialects of other services. The first dialect that finds a monitor handles the call. */
export const DIALECTS: readonly Dialect[] = [
  cronitor,
  healthchecks,
  sentry,
  uptimeKuma,
  betterStack,
  deadMansSnitch,
  cronhub,
];

/** Returns our own dialect and the named dialects; all dialects if `names` is null. Throws if a name is unknown. */
export function dialectsNamed(names: readonly string[] | null): readonly Dialect[] {
  if (names === null) return [overdue, ...DIALECTS];
  const unknown = names.filter((name) => !DIALECTS.some((dialect) => dialect.name === name));
  if (unknown.length > 0)
    throw new AppError(
      'invalid',
      `PING_DIALECTS has unknown names: ${unknown.join(', ')}. Choose from ${DIALECTS.map(({ name }) => name).join(', ')}, all or none.`,
    );
  return [overdue, ...DIALECTS.filter(({ name }) => names.includes(name))];
}
