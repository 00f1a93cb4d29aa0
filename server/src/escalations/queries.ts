import { removePolicyReferences } from '../channels/queries/remove-references.ts';
import { parseSteps } from '../database/alert-rows.ts';
import type { QueryContext } from '../database/query-context.ts';
import type { ResourceKind } from '../database/resources/kind.ts';
import { resourcesOf } from '../database/resources/queries.ts';
import type { EscalationResource, EscalationStore } from './contract.ts';

export const ESCALATION_POLICIES: ResourceKind<EscalationResource> = {
  table: 'escalation_policies',
  changes: 'escalations',
  referringKinds: ['projects'],
  idColumn: 'short_id',
  async read(db, { where, limit }) {
    const rows = await db
      .selectFrom('escalation_policies')
      .select(['short_id', 'name', 'steps', 'revision'])
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ short_id, name, steps, revision }) => ({
      shortID: short_id,
      name,
      steps: parseSteps(steps),
      revision,
    }));
  },
  async insert(db, { teamID, createdAt, ...policy }) {
    const { shortID, name, steps } = policy;
    await db
      .insertInto('escalation_policies')
      .values({
        team_id: teamID,
        short_id: shortID,
        name,
        steps: JSON.stringify(steps),
        created_at: createdAt,
      })
      .execute();
    return { outcome: 'created', record: { ...policy, revision: 1 } };
  },
  update: (db, rowID, { name, steps, revision }) =>
    db
      .updateTable('escalation_policies')
      .set({ name, steps: JSON.stringify(steps), revision })
      .where('id', '=', rowID)
      .execute(),
  removeReferences: removePolicyReferences,
};

export function escalationQueries(context: QueryContext): EscalationStore {
  return { escalations: resourcesOf(ESCALATION_POLICIES, context) };
}
