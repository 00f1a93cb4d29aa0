import type { QueryContext } from '../database/query-context.ts';
import { resourcesOf } from '../database/resources/queries.ts';
import type { OnCallStore } from './contract.ts';
import { findByCalendar, ON_CALL_CONTACTS } from './queries/contacts.ts';
import { ON_CALL_SCHEDULES } from './queries/on-call-schedules.ts';
import { ON_CALL_OVERRIDES } from './queries/overrides.ts';

export function onCallQueries(context: QueryContext): OnCallStore {
  return {
    onCall: {
      schedules: resourcesOf(ON_CALL_SCHEDULES, context),
      overrides: resourcesOf(ON_CALL_OVERRIDES, context),
      contacts: {
        ...resourcesOf(ON_CALL_CONTACTS, context),
        findInAnyTeam: (hash) => findByCalendar(context.db, hash),
      },
    },
  };
}
