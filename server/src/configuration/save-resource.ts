import type { Reference } from '../database/edits.ts';
import type { Resources, ResourceTypes } from '../database/resources/contract.ts';
import { createReferenceCheck, requireRevision, requireSaved } from './plan-check.ts';

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
    return requireSaved(saved, limit === undefined ? undefined : `${limit.max} ${limit.of}`);
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
