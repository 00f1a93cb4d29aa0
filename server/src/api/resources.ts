import { AppError } from '@overdue/domain/error.ts';
import type { Resource, WithRevision } from './edits.ts';
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
  created: { readonly outcome: 'created'; readonly record: T } | { readonly outcome: 'too_many' },
  max: number,
): Response {
  if (created.outcome === 'too_many')
    throw new AppError(
      'conflict',
      `The team has reached its limit of ${max} ${labels.many}. Delete one first.`,
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
