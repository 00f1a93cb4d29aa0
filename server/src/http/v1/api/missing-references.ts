import type { FieldProblem } from '../../../domain/error.ts';
import type { Find, NamedKind, References } from '../../../store/edits.ts';
import { invalid } from './problems.ts';

/** A short ID in a field of a request that stands for something of the team. */
export interface Named {
  readonly kind: NamedKind;
  readonly path: string;
  readonly shortID: string;
}

const WORDS: Readonly<Record<NamedKind, string>> = {
  monitor: 'monitor',
  project: 'project',
  channel: 'channel',
  escalation: 'escalation policy',
};

/** The short IDs of a list, with the path of each. */
export function namedIn(kind: NamedKind, path: string, shortIDs: readonly string[]): readonly Named[] {
  return shortIDs.map((shortID, index) => ({ kind, path: `${path}.${index}`, shortID }));
}

/** What the settings of a monitor or a project name. */
export function namedInAlerting(input: {
  readonly channels?: readonly string[] | null | undefined;
  readonly escalation?: string | null | undefined;
}): readonly Named[] {
  const channels = namedIn('channel', 'channels', input.channels ?? []);
  const { escalation = null } = input;
  if (escalation === null || escalation === '') return channels;
  return [...channels, { kind: 'escalation', path: 'escalation', shortID: escalation }];
}

/** The short IDs that the settings of a monitor or a project name now. */
export function namedBefore({
  channels,
  escalation,
}: {
  readonly channels: readonly string[] | null;
  readonly escalation: string | null;
}): readonly string[] {
  return [...(channels ?? []), ...(escalation === null ? [] : [escalation])];
}

/** Returns the references of a new resource. The store refuses those that the team does not have, or has no longer. */
export function referencesTo(teamID: string, names: readonly Named[]): References {
  return { teamID, names, check: (find) => requireNamed(names, find, []) };
}

/** Refuses references to something that the team does not have, or has no longer. What others have is as unknown as what nobody has. */
export function requireNamed(named: readonly Named[], find: Find, before: readonly string[]): void {
  const problems = named
    .filter((each) => find(each) === null && !before.includes(each.shortID))
    .map(({ path, kind }): FieldProblem => ({ path, message: `The team has no ${WORDS[kind]} of this ID.` }));
  if (problems.length > 0) throw invalid(problems);
}
