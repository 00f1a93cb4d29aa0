import type { Caller } from '../call.ts';

/** Filters, order and grouping of the monitor list, under names: shared with the team, or private. */
export type ViewsAPI = ReturnType<typeof viewsAPI>;

export function viewsAPI({ call }: Caller) {
  return {
    /** Lists the shared views of the team, at most 100, and your private views, at most 50. */
    list: call.listViews,
    create: call.createView,
    get: call.readView,
    /** Changes a view. Omitted fields keep their value. */
    update: call.editView,
    /** Deletes a view. Resolves to the deleted view. */
    delete: call.deleteView,
  };
}
