import type { QueryContext } from '../query-context.ts';
import { resourcesOf } from '../resources/queries.ts';
import { findByCalendar, ON_CALL_CONTACTS } from './contacts.ts';
import type { OnCallStore } from './contract.ts';
import { ON_CALL_SCHEDULES } from './on-call-schedules.ts';
import { ON_CALL_OVERRIDES } from './overrides.ts';

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
