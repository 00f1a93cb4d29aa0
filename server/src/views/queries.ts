import { AppError } from '@overdue/domain/error.ts';
import {
  DEFAULT_VIEW,
  type ListView,
  PRIVATE_VIEWS_MAX,
  parseListView,
  SHARED_VIEWS_MAX,
} from '@overdue/domain/views/list-view.ts';
import { expressionBuilder, type Transaction } from 'kysely';
import type { QueryContext } from '../database/query-context.ts';
import type { ResourceKind } from '../database/resources/kind.ts';
import { resourcesOf } from '../database/resources/queries.ts';
import { readOr } from '../database/rows.ts';
import type { Schema } from '../database/schema.ts';
import type { SavedView, ViewResource, ViewStore } from './contract.ts';

export function viewQueries(context: QueryContext): ViewStore {
  return { savedViews: (memberID) => resourcesOf(viewsVisibleTo(memberID), context) };
}

const column = expressionBuilder<Schema, 'saved_views'>();

/** Selects the views that a member keeps, or the views that a team shares. */
function ownedBy(memberID: string | null) {
  return memberID === null ? column('member_id', 'is', null) : column('member_id', '=', memberID);
}

const viewsVisibleTo = (memberID: string | null): ResourceKind<ViewResource> => ({
  table: 'saved_views',
  changes: 'views',
  idColumn: 'short_id',
  visible: memberID === null ? ownedBy(null) : column.or([ownedBy(null), ownedBy(memberID)]),
  requireRoom,
  async read(db, { where, limit }) {
    const rows = await db
      .selectFrom('saved_views')
      .select(['short_id', 'name', 'member_id', 'settings', 'revision'])
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ short_id, name, member_id, settings, revision }) => ({
      shortID: short_id,
      name,
      memberID: member_id,
      settings: readOr(() => readViewSettings(settings), DEFAULT_VIEW),
      revision,
    }));
  },
  async insert(db, { teamID, createdAt, ...view }) {
    await db
      .insertInto('saved_views')
      .values({ team_id: teamID, short_id: view.shortID, ...viewRow(view), created_at: createdAt })
      .execute();
    return { outcome: 'created', record: { ...view, revision: 1 } };
  },
  update: (db, rowID, view) =>
    db
      .updateTable('saved_views')
      .set({ ...viewRow(view), revision: view.revision })
      .where('id', '=', rowID)
      .execute(),
});

/** Throws if the owner of the view has another view with its name, or as many other views as allowed. */
async function requireRoom(
  db: Transaction<Schema>,
  teamID: string,
  { shortID, name, memberID }: SavedView,
): Promise<void> {
  const others = await db
    .selectFrom('saved_views')
    .select('name')
    .where('team_id', '=', teamID)
    .where('short_id', '<>', shortID)
    .where(ownedBy(memberID))
    .execute();
  const owner = memberID === null ? 'The team has a shared view' : 'You have a private view';
  if (others.some((other) => other.name === name))
    throw new AppError('conflict', `${owner} with the name “${name}”. Choose another name.`);
  const max = memberID === null ? SHARED_VIEWS_MAX : PRIVATE_VIEWS_MAX;
  if (others.length < max) return;
  const full = memberID === null ? 'The team has reached its' : 'You have reached your';
  const kind = memberID === null ? 'shared' : 'private';
  throw new AppError('conflict', `${full} limit of ${max} ${kind} views. Delete one first.`);
}

function viewRow({ name, memberID, settings }: SavedView) {
  return { name, member_id: memberID, settings: JSON.stringify(settings) };
}

/** Throws if the settings are damaged. */
export function readViewSettings(json: string): ListView {
  const view = parseListView(JSON.parse(json));
  if (view !== null) return view;
  throw new Error(`The database holds ${json} in saved_views.settings, which are not settings of the list.`);
}
