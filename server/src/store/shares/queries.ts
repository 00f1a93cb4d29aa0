import type { Kysely, Transaction } from 'kysely';
import type { Share, ShareKind } from '../../domain/access/share.ts';
import { FAILURE_REASONS } from '../../domain/monitor.ts';
import type { Check, Edit, Edited, Revised } from '../edits.ts';
import type { QueryContext } from '../query-context.ts';
import { keepNamed } from '../references.ts';
import type { RowLocks } from '../row-locks.ts';
import { oneOf } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { Outage, ShareChange, ShareStore } from './contract.ts';
import { parseShare, shareRow } from './rows.ts';

async function listShares(db: Kysely<Schema>, teamID: string): Promise<Revised<Share>[]> {
  const rows = await db
    .selectFrom('shares')
    .selectAll()
    .where('team_id', '=', teamID)
    .orderBy('id')
    .execute();
  return rows.map(parseShare);
}

/** Requires the team lock, so that concurrent inserts respect the limit. */
async function insertShare(
  db: Transaction<Schema>,
  share: Share,
  max: number,
): Promise<'created' | 'too_many' | 'key_taken'> {
  if ((await listShares(db, share.teamID)).length >= max) return 'too_many';
  const inserted = await db
    .insertInto('shares')
    .values(shareRow(share))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted === undefined ? 'key_taken' : 'created';
}

async function changeShare(
  db: Transaction<Schema>,
  { teamID, shareID }: { readonly teamID: string; readonly shareID: string },
  edit: Edit<Revised<Share>, ShareChange>,
  locks: RowLocks,
): Promise<Edited<Revised<Share>> | null> {
  const find = await keepNamed(db, { teamID, names: edit.names, locks });
  const before = await lockShare(db, { teamID, shareID, locks });
  if (before === null) return null;
  const change = edit.merge(before, find);
  if (change === null) return { before, after: before };
  const after = { ...before, ...change, revision: before.revision + 1 };
  await db
    .updateTable('shares')
    .set({ title: after.title, options: JSON.stringify(after.options), revision: after.revision })
    .where('share_id', '=', shareID)
    .execute();
  return { before, after };
}

async function lockShare(
  db: Transaction<Schema>,
  { teamID, shareID, locks }: { readonly teamID: string; readonly shareID: string; readonly locks: RowLocks },
): Promise<Revised<Share> | null> {
  const row = await db
    .selectFrom('shares')
    .selectAll()
    .where('team_id', '=', teamID)
    .where('share_id', '=', shareID)
    .modifyEnd(locks.waiting('shares'))
    .executeTakeFirst();
  return row === undefined ? null : parseShare(row);
}

async function deleteShare(
  db: Transaction<Schema>,
  { teamID, shareID }: { readonly teamID: string; readonly shareID: string },
  { check, locks }: { readonly check: Check<Revised<Share>> | undefined; readonly locks: RowLocks },
): Promise<Revised<Share> | null> {
  const share = await lockShare(db, { teamID, shareID, locks });
  if (share === null) return null;
  check?.(share);
  await db.deleteFrom('shares').where('share_id', '=', shareID).execute();
  return share;
}

async function findShare(db: Kysely<Schema>, kind: ShareKind, key: string): Promise<Share | null> {
  const row = await db
    .selectFrom('shares')
    .selectAll()
    .where('key', '=', key)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row === undefined ? null : parseShare(row);
}

async function listOutages(
  db: Kysely<Schema>,
  {
    monitorIDs,
    since,
    limit,
  }: { readonly monitorIDs: readonly number[]; readonly since: number; readonly limit: number },
): Promise<Outage[]> {
  if (monitorIDs.length === 0) return [];
  const rows = await db
    .selectFrom('incidents')
    .select(['monitor_id', 'reason', 'opened_at', 'closed_at'])
    .where('monitor_id', 'in', monitorIDs)
    .where((where) => where.or([where('closed_at', 'is', null), where('closed_at', '>=', since)]))
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    monitorID: row.monitor_id,
    reason: oneOf(FAILURE_REASONS, row.reason, 'incidents.reason'),
    openedAt: row.opened_at,
    closedAt: row.closed_at,
  }));
}

export function shareQueries({ db, within, withinTeam, referring, locks }: QueryContext): ShareStore {
  return {
    listShares: (teamID) => listShares(db, teamID),
    createShare: (share, max, references) =>
      withinTeam(share.teamID, (transaction) =>
        referring(transaction, references, () => insertShare(transaction, share, max)),
      ),
    changeShare: (teamID, shareID, edit) =>
      within((transaction) => changeShare(transaction, { teamID, shareID }, edit, locks)),
    deleteShare: (teamID, shareID, check) =>
      within((transaction) => deleteShare(transaction, { teamID, shareID }, { check, locks })),
    findShare: (kind, key) => findShare(db, kind, key),
    listOutages: (monitorIDs, since, limit) => listOutages(db, { monitorIDs, since, limit }),
  };
}
