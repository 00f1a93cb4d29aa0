import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { requireLastingAccess, requireScope } from '../../api/permission.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { newCalendarToken } from '../../platform/security/token.ts';
import type { OnCallContact } from '../contract.ts';
import { changeContact } from './contacts.ts';

const calendar = z
  .object({ createdAt: timeOutput('Creation time of the address.', '2026-11-02T09:12:44.018Z') })
  .meta({ description: 'A calendar of your shifts at a secret address.' });

function writeCalendar(stored: OnCallContact['calendar'] | undefined): z.output<typeof calendar> | null {
  return stored === undefined || stored === null ? null : { createdAt: writeTime(stored.createdAt) };
}

const readCalendar = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/on-call/calendar/',
  operationID: 'readOnCallCalendar',
  tag: 'On call',
  summary: 'Read your calendar of shifts',
  description:
    'Says whether you have a calendar. Its address was shown when it was created and can’t be read again.',
  permission: 'read',
  responses: success(200, 'The calendar; null if you have none.', { calendar: calendar.nullable() }),
  errors: [],
  async handle({ access }, { store }) {
    const contact = await store.onCall.contacts.find(access.teamID, access.memberID);
    return respond(200, { calendar: writeCalendar(contact?.calendar) });
  },
});

const createCalendar = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/on-call/calendar/',
  operationID: 'createOnCallCalendar',
  tag: 'On call',
  summary: 'Create the address of your calendar',
  description:
    'Returns the secret address of an iCalendar file with your shifts of all schedules. An earlier address stops working. ' +
    'A token that expires needs the scope `admin`, because the address keeps working.',
  permission: 'read',
  responses: success(201, 'The calendar and its address.', {
    calendar,
    url: z.string().meta({
      description: 'Address to subscribe to, shown only now. Anyone with the address can see your shifts.',
      example: 'https://overdue.example.com/calendar/on-call/6Zt0cVq9nX4mB2kR8sLwY1uEoJ5hG7dFaPiT3bNx.ics',
    }),
  }),
  errors: [],
  async handle({ access, audit }, { store, random, clock, baseURL }) {
    requireScope(access, 'write');
    requireLastingAccess(access);
    const { teamID, memberID } = access;
    const { token, hash } = newCalendarToken(random);
    const createdAt = clock.now();
    await changeContact(store.onCall.contacts, {
      contact: { teamID, memberID },
      change: { calendar: { hash, createdAt } },
    });
    audit({ target: null });
    return respond(201, {
      calendar: writeCalendar({ hash, createdAt }),
      url: `${baseURL}/calendar/on-call/${token}.ics`,
    });
  },
});

const deleteCalendar = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/on-call/calendar/',
  operationID: 'deleteOnCallCalendar',
  tag: 'On call',
  summary: 'Revoke the address of your calendar',
  description: 'The address stops working immediately.',
  permission: 'read',
  responses: success(200, 'No calendar.', { calendar: z.null().meta({ example: null }) }),
  errors: [],
  async handle({ access, audit }, { store }) {
    requireScope(access, 'write');
    const { teamID, memberID } = access;
    await store.onCall.contacts.change(teamID, memberID, {
      references: [],
      merge: (current) => (current.calendar === null ? null : { calendar: null }),
    });
    audit({ target: null });
    return respond(200, { calendar: null });
  },
});

export const ON_CALL_CALENDAR_ENDPOINTS = [readCalendar, createCalendar, deleteCalendar];
