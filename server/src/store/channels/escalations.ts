import type { Kysely, Selectable, Transaction } from 'kysely';
import type { EscalationPolicy } from '../../domain/alerting/settings.ts';
import type { AlertSettingsStore, EscalationChange } from '../alerts/contract.ts';
import { parseSteps } from '../alerts/rows.ts';
import type { Check, Edit, Edited, Revised, Unnamed } from '../edits.ts';
import type { QueryContext } from '../query-context.ts';
import { keepNamed } from '../references.ts';
import type { RowLocks } from '../row-locks.ts';
import type { Schema } from '../schema.ts';
import { unnameEscalation } from './remove-references.ts';

type PolicyRow = Pick<Selectable<Schema['escalation_policies']>, 'short_id' | 'name' | 'steps' | 'revision'>;

function parsePolicy({ short_id, name, steps, revision }: PolicyRow): Revised<EscalationPolicy> {
  return { shortID: short_id, name, steps: parseSteps(steps), revision };
}

export async function listEscalations(
  db: Kysely<Schema>,
  teamID: string,
): Promise<Revised<EscalationPolicy>[]> {
  const rows = await db
    .selectFrom('escalation_policies')
    .select(['short_id', 'name', 'steps', 'revision'])
    .where('team_id', '=', teamID)
    .orderBy('id')
    .execute();
  return rows.map(parsePolicy);
}

/** Requires the team lock, so that concurrent inserts respect the limit. */
async function insertEscalation(
  db: Transaction<Schema>,
  created: {
    readonly teamID: string;
    readonly policy: EscalationPolicy;
    readonly createdAt: number;
    readonly max: number;
  },
): Promise<boolean> {
  const { teamID, policy, createdAt, max } = created;
  if ((await listEscalations(db, teamID)).length >= max) return false;
  await db
    .insertInto('escalation_policies')
    .values({
      team_id: teamID,
      short_id: policy.shortID,
      name: policy.name,
      steps: JSON.stringify(policy.steps),
      created_at: createdAt,
    })
    .execute();
  return true;
}

async function changeEscalation(
  db: Transaction<Schema>,
  { teamID, shortID }: { readonly teamID: string; readonly shortID: string },
  edit: Edit<Revised<EscalationPolicy>, EscalationChange>,
  locks: RowLocks,
): Promise<Edited<Revised<EscalationPolicy>> | null> {
  const find = await keepNamed(db, { teamID, names: edit.names, locks });
  const before = await lockEscalation(db, { teamID, shortID, locks });
  if (before === null) return null;
  const change = edit.merge(before, find);
  if (change === null) return { before, after: before };
  const after = { ...before, ...change, revision: before.revision + 1 };
  await db
    .updateTable('escalation_policies')
    .set({ name: after.name, steps: JSON.stringify(after.steps), revision: after.revision })
    .where('short_id', '=', shortID)
    .execute();
  return { before, after };
}

async function lockEscalation(
  db: Transaction<Schema>,
  { teamID, shortID, locks }: { readonly teamID: string; readonly shortID: string; readonly locks: RowLocks },
): Promise<Revised<EscalationPolicy> | null> {
  const row = await db
    .selectFrom('escalation_policies')
    .select(['short_id', 'name', 'steps', 'revision'])
    .where('team_id', '=', teamID)
    .where('short_id', '=', shortID)
    .modifyEnd(locks.waiting('escalation_policies'))
    .executeTakeFirst();
  return row === undefined ? null : parsePolicy(row);
}

async function deleteEscalation(
  db: Transaction<Schema>,
  { teamID, shortID }: { readonly teamID: string; readonly shortID: string },
  {
    check,
    locks,
  }: { readonly check: Check<Revised<EscalationPolicy>> | undefined; readonly locks: RowLocks },
): Promise<Unnamed | null> {
  const locked = await lockEscalation(db, { teamID, shortID, locks });
  if (locked === null) return null;
  check?.(locked);
  await db.deleteFrom('escalation_policies').where('short_id', '=', shortID).execute();
  return { teamID, monitorIDs: await unnameEscalation(db, { teamID, shortID }, locks) };
}

export function escalationQueries({
  db,
  within,
  withinTeam,
  referring,
  locks,
}: QueryContext): Pick<
  AlertSettingsStore,
  'listEscalations' | 'createEscalation' | 'changeEscalation' | 'deleteEscalation'
> {
  return {
    listEscalations: (teamID) => listEscalations(db, teamID),
    createEscalation: (teamID, policy, { references, ...creation }) =>
      withinTeam(teamID, (transaction) =>
        referring(transaction, references, () =>
          insertEscalation(transaction, { teamID, policy, ...creation }),
        ),
      ),
    changeEscalation: (teamID, shortID, edit) =>
      within((transaction) => changeEscalation(transaction, { teamID, shortID }, edit, locks)),
    // Takes the team lock, as deletions of channels do: both lock policies and monitors, in different orders.
    deleteEscalation: (teamID, shortID, check) =>
      withinTeam(teamID, (transaction) =>
        deleteEscalation(transaction, { teamID, shortID }, { check, locks }),
      ),
  };
}
