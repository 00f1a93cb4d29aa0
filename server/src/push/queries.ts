import { USE_RECORDED_EVERY_MS } from '@overdue/domain/access/last-use.ts';
import type { Kysely, Transaction } from 'kysely';
import type { QueryContext } from '../database/query-context.ts';
import type { RowLocks } from '../database/row-locks.ts';
import type { Schema } from '../database/schema.ts';
import type { PushDevice, PushDeviceOwner, PushDeviceStore } from './contract.ts';

async function listDevices(db: Kysely<Schema>, of: PushDeviceOwner): Promise<readonly PushDevice[]> {
  const devices = db.selectFrom('push_devices as d').selectAll('d').orderBy('d.id');
  const ofMembers = devices.innerJoin('members as m', 'm.user_id', 'd.user_id');
  const rows = await ('userID' in of
    ? devices.where('d.user_id', '=', of.userID)
    : 'memberID' in of
      ? ofMembers.where('m.id', '=', of.memberID)
      : ofMembers.where('m.team_id', '=', of.teamID)
  ).execute();
  return rows.map((row) => ({
    id: row.id,
    userID: row.user_id,
    sessionID: row.session_id,
    name: row.name,
    subscription: row.subscription,
    addressHash: row.address_hash,
    createdAt: row.created_at,
    usedAt: row.used_at,
  }));
}

async function addDevice(
  db: Transaction<Schema>,
  device: Omit<PushDevice, 'usedAt'>,
  { max, locks }: { readonly max: number; readonly locks: RowLocks },
): Promise<'changed' | 'too_many'> {
  const { userID } = device;
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userID)
    .modifyEnd(locks.forChange('users'))
    .execute();
  const others = (await listDevices(db, { userID })).filter(
    ({ addressHash }) => addressHash !== device.addressHash,
  );
  if (others.length >= max) return 'too_many';
  await db.deleteFrom('push_devices').where('address_hash', '=', device.addressHash).execute();
  await db
    .insertInto('push_devices')
    .values({
      id: device.id,
      user_id: userID,
      session_id: device.sessionID,
      name: device.name,
      subscription: device.subscription,
      address_hash: device.addressHash,
      created_at: device.createdAt,
      used_at: null,
    })
    .execute();
  return 'changed';
}

async function deleteDevice(
  db: Kysely<Schema>,
  { id, userID }: Pick<PushDevice, 'id' | 'userID'>,
): Promise<'changed' | 'not_found'> {
  const { numDeletedRows } = await db
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('user_id', '=', userID)
    .executeTakeFirst();
  return numDeletedRows > 0n ? 'changed' : 'not_found';
}

export async function touchDevice(db: Kysely<Schema>, id: string, at: number): Promise<void> {
  await db
    .updateTable('push_devices')
    .set({ used_at: at })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('used_at', 'is', null), where('used_at', '<=', at - USE_RECORDED_EVERY_MS)]),
    )
    .execute();
}

/** Returns the members of a team who have a device. */
export async function listMembersWithDevices(
  db: Kysely<Schema>,
  teamID: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('push_devices as d')
    .innerJoin('members as m', 'm.user_id', 'd.user_id')
    .select('m.id')
    .distinct()
    .where('m.team_id', '=', teamID)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export function pushDeviceQueries({ db, inTransaction, locks }: QueryContext): PushDeviceStore {
  return {
    pushDevices: {
      list: (of) => listDevices(db, of),
      change: (change) =>
        change.kind === 'add'
          ? inTransaction((transaction) => addDevice(transaction, change.device, { max: change.max, locks }))
          : deleteDevice(db, change.device),
    },
  };
}
