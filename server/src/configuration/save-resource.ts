import { AppError } from '@overdue/domain/error.ts';
import type { Edited, FindReference, Reference } from '../database/edits.ts';
import type { Resources, ResourceTypes } from '../database/resources/contract.ts';

interface SavedValues<T extends ResourceTypes> {
  /** Returns the new resource. */
  readonly created: () => T['new'];
  /** Returns the values to save in the existing resource. */
  readonly changed: (current: T['record']) => T['change'];
  /** Resources that the values refer to; absent if resources of this kind never refer to others. */
  readonly references?: readonly Reference[];
  /** Maximum resources of this kind in a team, and the plural name of the kind. */
  readonly limit?: { readonly max: number; readonly of: string };
}

/**
 * Creates a resource, or changes the existing one. Throws if the resource has changed, or a reference no longer exists, since the
 * plan was made.
 */
export async function saveResource<T extends ResourceTypes>(
  resources: Pick<Resources<T>, 'create' | 'change'>,
  target: { readonly teamID: string; readonly id: string; readonly existing: T['record'] | null },
  { created, changed, references, limit }: SavedValues<T>,
): Promise<void> {
  const { teamID, id, existing } = target;
  if (existing === null) {
    const conditions = {
      ...(limit === undefined ? {} : { max: limit.max }),
      ...(references === undefined
        ? {}
        : { references: { teamID, references, check: createReferenceCheck(references) } }),
    };
    const saved = await resources.create(created(), conditions);
    return requireSaved(saved, limit?.of);
  }
  requireSaved(
    await resources.change(teamID, id, {
      references: references ?? [],
      merge(current, find) {
        requireRevision(current, existing);
        createReferenceCheck(references ?? [])(find);
        return changed(current);
      },
    }),
  );
}

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
 * Throws unless the resource was created, changed or deleted. If the team has too many resources, the error names their maximum and
 * their kind, such as "projects".
 */
export function requireSaved(
  saved: Edited<unknown> | { readonly outcome: string; readonly max?: number } | null,
  kind = 'resources',
): void {
  if (saved === null) throw outdatedPlanError();
  if (!('outcome' in saved) || saved.outcome === 'created' || saved.outcome === 'deleted') return;
  if (saved.outcome === 'too_many')
    throw new AppError(
      'conflict',
      `Nothing was changed. The team would exceed its limit of ${saved.max} ${kind}.`,
    );
  throw outdatedPlanError();
}
