import { AppError } from '../../../domain/error.ts';
import { betterStack } from './better-stack.ts';
import { cronhub } from './cronhub.ts';
import { cronitor } from './cronitor.ts';
import { deadMansSnitch } from './dead-mans-snitch.ts';
import type { Dialect } from './dialect.ts';
import { healthchecks } from './healthchecks.ts';
import { overdue } from './overdue.ts';
import { sentry } from './sentry.ts';
import { uptimeKuma } from './uptime-kuma.ts';

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
