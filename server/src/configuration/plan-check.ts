import { AppError } from '@overdue/domain/error.ts';
import type { FindReference, Reference } from '../database/edits.ts';

/** Returns the error for resources that have changed since the plan was made. */
export function outdatedPlanError(): AppError {
  return new AppError(
    'conflict',
    'Nothing was changed, because the team has changed since the plan was made. Review a new plan, then apply it.',
  );
}

/** Throws unless a resource is unchanged since the plan was made. */
export function requireRevision(
  current: { readonly revision: number },
  planned: { readonly revision: number } | null,
): void {
  if (current.revision !== planned?.revision) throw outdatedPlanError();
}

/** Returns a check that throws if one of the plan's references no longer exists. */
export function createReferenceCheck(references: readonly Reference[]): (find: FindReference) => void {
  return (find) => {
    if (references.some((reference) => find(reference) === null)) throw outdatedPlanError();
  };
}

/**
 * Throws unless the resource was created, changed or deleted. If the team has too many resources, the error names `limit`: the
 * allowed number and kind, such as "50 projects".
 */
export function requireSaved(saved: { readonly outcome: string } | object | null, limit?: string): void {
  if (saved === null) throw outdatedPlanError();
  if (!('outcome' in saved) || saved.outcome === 'created' || saved.outcome === 'deleted') return;
  if (saved.outcome === 'too_many' && limit !== undefined)
    throw new AppError('conflict', `Nothing was changed. The team would exceed its limit of ${limit}.`);
  throw outdatedPlanError();
}
