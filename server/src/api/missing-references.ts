import type { FieldProblem } from '@overdue/domain/error.ts';
import type { CheckedReferences, FindReference, ReferenceKind } from '../database/edits.ts';
import { invalidInputError } from './problems.ts';

/** A reference to a resource of the team, with the path of the request's field. */
export interface RequestedReference {
  readonly kind: ReferenceKind;
  readonly path: string;
  readonly shortID: string;
}

const WORDS: Readonly<Record<ReferenceKind, string>> = {
  monitor: 'monitor',
  project: 'project',
  channel: 'channel',
  escalation: 'escalation policy',
  on_call: 'on-call schedule',
};

export function referencesIn(
  kind: ReferenceKind,
  path: string,
  shortIDs: readonly string[],
): readonly RequestedReference[] {
  return shortIDs.map((shortID, index) => ({ kind, path: `${path}.${index}`, shortID }));
}

export function alertingReferences(input: {
  readonly channels?: readonly string[] | null | undefined;
  readonly escalation?: string | null | undefined;
}): readonly RequestedReference[] {
  const channels = referencesIn('channel', 'channels', input.channels ?? []);
  const { escalation = null } = input;
  if (escalation === null || escalation === '') return channels;
  return [...channels, { kind: 'escalation', path: 'escalation', shortID: escalation }];
}

export function storedReferences({
  channels,
  escalation,
}: {
  readonly channels: readonly string[] | null;
  readonly escalation: string | null;
}): readonly string[] {
  return [...(channels ?? []), ...(escalation === null ? [] : [escalation])];
}

export function referencesTo(teamID: string, references: readonly RequestedReference[]): CheckedReferences {
  return { teamID, references, check: (find) => requireReferences(references, find, []) };
}

/** Throws if a resource is missing. The error is the same for resources of other teams. */
export function requireReferences(
  references: readonly RequestedReference[],
  find: FindReference,
  before: readonly string[],
): void {
  const problems = references
    .filter((reference) => find(reference) === null && !before.includes(reference.shortID))
    .map(
      ({ path, kind }): FieldProblem => ({ path, message: `The team has no ${WORDS[kind]} with this ID.` }),
    );
  if (problems.length > 0) throw invalidInputError(problems);
}
