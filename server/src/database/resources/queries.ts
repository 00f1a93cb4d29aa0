import { expressionBuilder, type Kysely, type Transaction } from 'kysely';
import type { QueryContext } from '../query-context.ts';
import { lockReferences } from '../references.ts';
import type { Schema } from '../schema.ts';
import type { CreatedResource, DeletedResource, Resources, ResourceTypes } from './contract.ts';
import type { ResourceKind, ResourceTable } from './kind.ts';

const column = expressionBuilder<Schema, ResourceTable>();

function rowsOf(kind: Pick<ResourceKind<never>, 'visible'>, teamID: string) {
  const ofTeam = column('team_id', '=', teamID);
  return kind.visible === undefined ? ofTeam : column.and([ofTeam, kind.visible]);
}

export function listResources<T extends ResourceTypes>(
  kind: ResourceKind<T>,
  db: Kysely<Schema>,
  teamID: string,
): Promise<readonly T['record'][]> {
  return kind.read(db, { where: rowsOf(kind, teamID), limit: Number.MAX_SAFE_INTEGER });
}

export function resourcesOf<T extends ResourceTypes>(
  kind: ResourceKind<T>,
  { db, feed, inTransaction, inTeamTransaction, insertWithReferences, locks }: QueryContext,
): Resources<T> {
  const { table } = kind;

  const report = (teamID: string) => kind.changes !== undefined && feed.changed(teamID, kind.changes);

  const hasID = (teamID: string, id: string) =>
    column.and([rowsOf(kind, teamID), column(kind.idColumn, '=', id)]);

  const inChange: typeof inTeamTransaction = (teamID, work) =>
    kind.requireRoom === undefined ? inTransaction(work) : inTeamTransaction(teamID, work);

  async function readOne(from: Kysely<Schema>, where: ReturnType<typeof hasID>): Promise<T['record'] | null> {
    const [record = null] = await kind.read(from, { where, limit: 1 });
    return record;
  }

  /**
   * Locks a resource, then reads it with a second statement. A single statement would count the resource's monitors before it has
   * the lock.
   */
  async function lock(
    transaction: Transaction<Schema>,
    where: ReturnType<typeof hasID>,
    how: 'forChange' | 'forDeletion',
  ): Promise<{ readonly rowID: number; readonly record: T['record'] } | null> {
    const row = await transaction
      .selectFrom(table)
      .select('id')
      .where(where)
      .modifyEnd(locks[how](table))
      .executeTakeFirst();
    const record = row === undefined ? null : await readOne(transaction, where);
    return row === undefined || record === null ? null : { rowID: row.id, record };
  }

  async function isFull(transaction: Transaction<Schema>, teamID: string, max: number): Promise<boolean> {
    const { rows } = await transaction
      .selectFrom(table)
      .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('rows'))
      .where('team_id', '=', teamID)
      .executeTakeFirstOrThrow();
    return rows >= max;
  }

  return {
    list: (teamID, page) =>
      page === undefined
        ? listResources(kind, db, teamID)
        : kind.read(db, {
            where: column.and([rowsOf(kind, teamID), column('id', '>', page.afterID)]),
            limit: page.limit,
          }),

    find: (teamID, id) => readOne(db, hasID(teamID, id)),

    async create(created, { max, references } = {}) {
      const result = await inTeamTransaction(created.teamID, (transaction) =>
        insertWithReferences(transaction, references, async (): Promise<CreatedResource<T>> => {
          if (max !== undefined && (await isFull(transaction, created.teamID, max)))
            return { outcome: 'too_many', max };
          await kind.requireRoom?.(transaction, created.teamID, created);
          return kind.insert(transaction, created);
        }),
      );
      if (result.outcome === 'created') report(created.teamID);
      return result;
    },

    async change(teamID, id, edit) {
      const edited = await inChange(teamID, async (transaction) => {
        const find = await lockReferences(transaction, { teamID, references: edit.references, locks });
        const locked = await lock(transaction, hasID(teamID, id), 'forChange');
        if (locked === null) return null;
        const { rowID, record: before } = locked;
        const change = edit.merge(before, find);
        if (change === null) return { before, after: before };
        const after = { ...before, ...change, revision: before.revision + 1 };
        await kind.requireRoom?.(transaction, teamID, after);
        await kind.update(transaction, rowID, after);
        return { before, after };
      });
      if (edited !== null && edited.after !== edited.before) report(teamID);
      return edited;
    },

    // Takes the team lock, because deletions lock rows of several tables in different orders and could deadlock.
    async delete(teamID, id, check) {
      let referring: readonly number[] = [];
      const deleted = await inTeamTransaction(teamID, async (transaction): Promise<DeletedResource<T>> => {
        const key = { teamID, shortID: id };
        await kind.deleteOwned?.(transaction, key, locks);
        const locked = await lock(transaction, hasID(teamID, id), 'forDeletion');
        if (locked === null) return { outcome: 'not_found' };
        const { rowID, record } = locked;
        check?.(record);
        const refusal = kind.refuseDeletion?.(record) ?? null;
        if (refusal !== null) return refusal;
        await transaction.deleteFrom(table).where('id', '=', rowID).execute();
        referring = (await kind.removeReferences?.(transaction, key, locks)) ?? [];
        return { outcome: 'deleted', record };
      });
      if (deleted.outcome === 'deleted') {
        report(teamID);
        for (const monitorID of referring) feed.monitorChanged(teamID, monitorID);
        for (const changed of kind.referringKinds ?? []) feed.changed(teamID, changed);
      }
      return deleted;
    },
  };
}
