import { type Access, mayDo } from '@overdue/domain/access/access.ts';
import { isReachable } from '@overdue/domain/alerting/on-call-routes.ts';
import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { type RequestedReference, referencesIn, requireReferences } from '../../api/missing-references.ts';
import { requireLastingAccess, requireScope } from '../../api/permission.ts';
import { notFoundError, requireFound } from '../../api/resources.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { newCalendarToken } from '../../platform/security/token.ts';
import { CHANNELS_EXAMPLE, channelsInput } from '../../projects/alert-settings.ts';
import type { Member } from '../../teams/contract.ts';
import { memberParams, memberTarget } from '../../teams/endpoints/members.ts';
import type { ContactResource, OnCallContact, OnCallStore } from '../contract.ts';
import { MEMBER_ID } from './people.ts';

const CHANNELS_META = {
  description: 'Channels through which the member is alerted, by `shortID`, besides mail to `email`.',
  example: CHANNELS_EXAMPLE,
};

const contact = z
  .object({
    memberID: z.string().meta({ example: MEMBER_ID }),
    name: z.string().meta({ example: 'Ann' }),
    email: z.string().meta({ description: 'Address that gets every alert.', example: 'ann@example.com' }),
    channels: z.array(z.string()).meta(CHANNELS_META),
    hasDevices: z.boolean().meta({
      description: 'Whether the member has a phone or browser that shows alerts as notifications.',
      example: true,
    }),
    isReachable: z.boolean().meta({
      description:
        'Whether an alert would reach the member: the service sends email, the member has a device, or one of `channels` is enabled.',
      example: true,
    }),
    isYou: z.boolean().meta({ description: 'Whether the member is you.', example: true }),
  })
  .meta({ id: 'OnCallContact', description: 'How a member on call is alerted.' });

/** Returns a function that writes the contact of a member. */
async function contactsOf(
  { teamID, memberID: you }: Access,
  { store, catalog }: Pick<V1Parts, 'store' | 'catalog'>,
) {
  const channels = await store.channels.list(teamID);
  const devices = await store.pushDevices.list({ teamID });
  const withDevices = new Set(devices.map(({ userID }) => userID));
  return (member: Member, own: readonly string[]): z.output<typeof contact> => {
    const hasDevices = withDevices.has(member.userID);
    return {
      memberID: member.id,
      name: member.name,
      email: member.email,
      channels: [...own],
      hasDevices,
      isReachable: isReachable({ channels: own, hasDevices }, { channels, hasMail: catalog.hasMail }),
      isYou: member.id === you,
    };
  };
}

const listContacts = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/on-call/contacts/',
  operationID: 'listOnCallContacts',
  tag: 'On call',
  summary: 'List how members on call are alerted',
  description: 'All members of the team, in the order in which they joined.',
  permission: 'read',
  responses: success(200, 'The contacts.', { contacts: z.array(contact), nextCursor }),
  errors: [],
  async handle({ access }, { store, catalog }) {
    const { teamID } = access;
    const write = await contactsOf(access, { store, catalog });
    const contacts = await store.onCall.contacts.list(teamID);
    const channels = new Map(contacts.map((contact) => [contact.memberID, contact.channels]));
    const members = await store.listMembers({ teamID });
    return respond(200, {
      contacts: members.map((member) => write(member, channels.get(member.id) ?? [])),
      nextCursor: null,
    });
  },
});

const editContact = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/on-call/contacts/{memberID}/',
  operationID: 'editOnCallContact',
  tag: 'On call',
  summary: 'Change how a member on call is alerted',
  description:
    'Every member may change their own contact. Changing the contact of another member requires an admin.',
  permission: 'read',
  params: memberParams,
  body: z.strictObject({ channels: channelsInput.meta(CHANNELS_META) }).meta({ id: 'OnCallContactEdit' }),
  bodyExample: { channels: CHANNELS_EXAMPLE },
  responses: success(200, 'The contact after the change.', { contact }),
  errors: ['not_found'],
  async handle({ access, params, body, audit }, { store, catalog }) {
    requireScope(access, 'write');
    const { teamID } = access;
    requireOwn(access, params.memberID);
    const [row = null] = await store.listMembers({ teamID, memberID: params.memberID });
    const member = requireFound(row, 'member');
    const { channels } = body;
    await changeContact(store.onCall.contacts, {
      contact: { teamID, memberID: member.id },
      change: { channels },
      references: referencesIn('channel', 'channels', channels),
    });
    audit({ target: memberTarget(member) });
    const write = await contactsOf(access, { store, catalog });
    return respond(200, { contact: write(member, channels) });
  },
});

function requireOwn({ memberID, role, scope }: Access, changed: string): void {
  if (changed === memberID || mayDo('oversee', role, scope)) return;
  throw new AppError('forbidden', 'Your role does not allow this. Ask an owner or admin of the team.');
}

/** Changes the contact of a member, or creates it. */
async function changeContact(
  contacts: OnCallStore['onCall']['contacts'],
  {
    contact: { teamID, memberID },
    change,
    references = [],
  }: {
    readonly contact: Pick<OnCallContact, 'teamID' | 'memberID'>;
    readonly change: ContactResource['change'];
    readonly references?: readonly RequestedReference[];
  },
): Promise<void> {
  const edit = () =>
    contacts.change(teamID, memberID, {
      references,
      merge(current, find) {
        requireReferences(references, find, current.channels);
        return change;
      },
    });
  if ((await edit()) !== null) return;
  const created = await contacts.create(
    { teamID, memberID, channels: [], calendar: null, ...change },
    { references: { teamID, references, check: (find) => requireReferences(references, find, []) } },
  );
  if (created.outcome === 'gone') throw notFoundError('member');
  // Another request has just created the contact.
  if (created.outcome === 'exists') await edit();
}

export const ON_CALL_CONTACT_ENDPOINTS = [listContacts, editContact];

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
