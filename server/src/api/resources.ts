import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@overdue/domain/error.ts';
import type { DeletionCheck, Edit, Edited, FindReference } from '../database/edits.ts';
import type { AddAuditFacts } from './audit-facts.ts';
import { type RequestedReference, requireReferences } from './missing-references.ts';
import { type ExpectedRevisions, requireExpectedRevision } from './precondition.ts';
import { requireUnchanged } from './read-only.ts';
import { respond, respondRevised } from './respond.ts';

/** A kind of resource that a team can have several of. */
export interface TeamResource<T> extends Resource<T> {
  readonly labels: { readonly one: string; readonly many: string };
}

export function notFoundError(kind: string): AppError {
  return new AppError('not_found', `There is no such ${kind}.`);
}

/** Returns a resource from the store. Throws `not_found` for null. */
export function requireFound<T>(resource: T | null, kind: string): T {
  if (resource === null) throw notFoundError(kind);
  return resource;
}

/** Responds with the created resource. Throws if the team already has the maximum. */
export function respondCreated<T extends WithRevision>(
  { name, write, labels }: TeamResource<T>,
  created:
    | { readonly outcome: 'created'; readonly record: T }
    | { readonly outcome: 'too_many'; readonly max: number },
): Response {
  if (created.outcome === 'too_many')
    throw new AppError(
      'conflict',
      `The team has reached its limit of ${created.max} ${labels.many}. Delete one first.`,
    );
  return respondRevised(201, { [name]: write(created.record) }, created.record.revision);
}

/** Responds with the deleted resource. Throws `not_found` if the resource did not exist. */
export function respondDeleted<T>(
  { name, write, labels }: TeamResource<T>,
  deleted: { readonly outcome: 'deleted'; readonly record: T } | { readonly outcome: 'not_found' },
): Response {
  if (deleted.outcome === 'not_found') throw notFoundError(labels.one);
  return respond(200, { [name]: write(deleted.record) });
}

interface WithRevision {
  readonly revision: number;
}

type Written = Readonly<Record<string, unknown>>;

export interface Resource<T> {
  readonly name: string;
  write(record: T): Written;
}

interface EditDefinition<T, C> {
  readonly resource: Resource<T>;
  readonly expected: ExpectedRevisions;
  /** Read-only fields that the request sent. Their values must match the current values. */
  readonly readOnly: { readonly requestBody: object; readonly names: readonly string[] };
  readonly references?: readonly RequestedReference[];
  /**
   * Short IDs that the current resource refers to. May include IDs of deleted resources. Omitted if `merge` checks references.
   */
  storedReferences?(current: T): readonly string[];
  /** Returns the settings before and after the edit. */
  merge(current: T, find: FindReference): { readonly before: C; readonly after: C };
}

/** Creates an edit. The store calls `merge`, which runs all checks, while the resource's row is locked. */
export function editOf<T extends WithRevision, C extends object>(
  definition: EditDefinition<T, C>,
): Edit<T, C> {
  const { resource, expected, readOnly, references = [], storedReferences } = definition;
  return {
    references,
    merge(current, find) {
      requireExpectedRevision(expected, current.revision, () => ({
        [resource.name]: resource.write(current),
      }));
      requireUnchanged(readOnly.requestBody, { current: resource.write(current), names: readOnly.names });
      if (storedReferences !== undefined) requireReferences(references, find, storedReferences(current));
      const { before, after } = definition.merge(current, find);
      return isDeepStrictEqual(before, after) ? null : after;
    },
  };
}

export function deletionCheckOf<T extends WithRevision>(
  resource: Resource<T>,
  expected: ExpectedRevisions,
): DeletionCheck<T> {
  return (current) =>
    requireExpectedRevision(expected, current.revision, () => ({ [resource.name]: resource.write(current) }));
}

/** Responds with the edited resource. Suppresses the audit entry if nothing changed. */
export function respondEdited<T extends WithRevision>(
  { name, write }: Resource<T>,
  { before, after }: Edited<T>,
  audit: AddAuditFacts,
): Response {
  if (after.revision === before.revision) audit({ isUnchanged: true });
  return respondRevised(200, { [name]: write(after) }, after.revision);
}
