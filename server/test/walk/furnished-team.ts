import type { Role, Scope } from '@overdue/domain/access/access.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import type { Store } from '../../src/store/store.ts';
import type { Caller } from '../callers.ts';
import { planDelivery } from '../http/alerts/alert-report.ts';
import { makeEscalation } from '../http/alerts/alerting-fixtures.ts';
import { type API, NOW, openAPI, type PreparedTeam } from '../http/api.ts';
import { createTestAccounts } from '../http/test-accounts.ts';
import { createTestPush, RFC_SUBSCRIPTION } from '../http/test-push.ts';

/** IDs of Acme's resources, for request paths and bodies. */
export type ResourceIDs = Readonly<Record<string, string>>;

/** A person with both a token and a session. */
export interface Walker {
  readonly name: string;
  readonly caller: Caller;
  readonly cookie: string;
  /** Another session of the same person. */
  readonly sessionID: string;
  /** Trusted browser of the person. */
  readonly browserID: string;
  readonly deviceID: string;
}

export interface World {
  readonly api: API;
  readonly resourceIDs: ResourceIDs;
  addWalker(name: string, role: Role, scope?: Scope): Promise<Walker>;
  /** The owner of another team. */
  addStranger(): Promise<Walker>;
  /** Returns the actions in Acme's audit log. */
  actions(): Promise<readonly string[]>;
}

let furnished: Promise<PreparedTeam & { readonly resourceIDs: ResourceIDs }> | undefined;

async function furnish(): Promise<PreparedTeam & { readonly resourceIDs: ResourceIDs }> {
  const api = await openAPI();
  const resourceIDs = await makeResources(api);
  return { image: api.image(), owner: api.owner, resourceIDs };
}

/** Opens the team Acme with one resource of each kind. */
export async function openWorld(settings: Parameters<typeof openAPI>[0] = {}): Promise<World> {
  furnished ??= furnish();
  const { resourceIDs, ...prepared } = await furnished;
  const api = await openAPI(settings, prepared);
  const { owner, store, addMember, addTeam } = api;
  const accounts = createTestAccounts(store);

  async function walker(name: string, caller: Caller): Promise<Walker> {
    const [member] = await store.listMembers(caller);
    const userID = member?.userID ?? '';
    const from = { address: '192.0.2.7', userAgent: 'Test' };
    await accounts.openSession(userID, from, NOW - 1);
    const [other] = await store.listSessions(userID, NOW);
    const cookie = (await accounts.openSession(userID, from, NOW)).split(';', 1)[0] ?? '';
    const seen = { userID, isTrusted: true, from };
    await accounts.browsers.remember(undefined, seen, NOW);
    const [browser] = await store.listBrowsers({ trustedBy: userID }, NOW);
    return {
      name,
      caller,
      cookie,
      sessionID: other?.id ?? '',
      browserID: browser?.id ?? '',
      deviceID: await addDevice(store, userID),
    };
  }

  return {
    api,
    resourceIDs,
    addWalker: async (name, role, scope) => walker(name, await addMember(owner.teamID, role, scope)),
    addStranger: async () => walker('stranger', await addTeam('Other')),
    actions: async () =>
      (await store.listAudit(owner.teamID, { limit: 1000 })).map(({ action }) => action).toReversed(),
  };
}

const answered = z.record(z.string(), z.record(z.string(), z.unknown()));

async function makeResources(api: API): Promise<ResourceIDs> {
  const { send, create, ping, owner, store, addMember } = api;
  async function make(path: string, json: object): Promise<Readonly<Record<string, unknown>>> {
    const response = await send('POST', path, { json });
    expect(response.status).toBe(201);
    return Object.values(answered.parse(response.data))[0] ?? {};
  }
  const { shortID } = await create();
  await ping(shortID, 'fail', { request: { method: 'POST', body: new TextEncoder().encode('log') } });
  const project = await make('/v1/projects/', { name: 'db' });
  const key = await make(`/v1/projects/${project.shortID}/keys/`, { kind: 'read', name: 'key' });
  const settings = { url: 'https://example.com/' };
  const channel = await make('/v1/channels/', { type: 'webhook', name: 'channel', settings });
  const channelShortID = String(channel.shortID);
  await planDelivery(api, { key: 'delivery', channelShortID });
  const record = (await store.findMonitors(owner.teamID, { shortIDs: [shortID] }))[0] ?? null;
  const [transition] = await store.listTransitions(record?.id ?? 0, { limit: 1 });
  const [incident] = await store.listIncidents(owner.teamID, { limit: 1 });
  const window = await make('/v1/maintenance/', { name: 'window', cron: '@daily', duration: 60 });
  const managed = {
    teamID: owner.teamID,
    resourceID: String(window.shortID),
    file: 'staging',
    key: 'window',
  };
  await store.changeTogether(owner.teamID, (changes) =>
    changes.manage([{ ...managed, kind: 'maintenance' }]),
  );
  const invitation = await make('/v1/invitations/', { role: 'viewer' });
  const share = await make('/v1/shares/', { kind: 'badge', title: 'Badge', scope: { kind: 'team' } });
  const view = await make('/v1/views/', { name: 'view', shared: true });
  const spare = await addMember(owner.teamID, 'member');
  const [session] = await store.listSessions(await sessionOf(api, owner), NOW);
  return {
    shortID,
    teamID: owner.teamID,
    number: '1',
    transitionID: String(transition?.id),
    incidentID: incident?.incidentID ?? '',
    projectShortID: String(project.shortID),
    keyShortID: String(key.shortID),
    channelShortID,
    key: 'delivery',
    maintenanceShortID: String(window.shortID),
    managedID: managed.resourceID,
    escalationShortID: await makeEscalation(api, 'a'),
    ...(await makeOnCall(api, spare.memberID)),
    shareID: String(share.shareID),
    viewShortID: String(view.shortID),
    memberID: spare.memberID,
    memberTokenID: spare.tokenID,
    tokenID: owner.tokenID,
    invitationID: String(invitation.invitationID),
    token: String(invitation.url).slice(-40),
    sessionID: session?.id ?? '',
    browserID: await browserOf(api, owner),
    deviceID: await deviceOf(api, owner),
  };
}

/** Creates an on-call schedule with an override, and the owner's calendar. */
async function makeOnCall({ send }: API, memberID: string) {
  const rotations = [{ members: [memberID], startsOn: '2026-11-20', handoverAt: '09:00' }];
  const made = await send('POST', '/v1/on-call/schedules/', {
    json: { name: 'schedule', timezone: 'UTC', rotations },
  });
  const onCallShortID = String(answered.parse(made.data).schedule?.shortID);
  const override = await send('POST', `/v1/on-call/schedules/${onCallShortID}/overrides/`, {
    json: { memberID, startsAt: '2026-11-22T00:00:00Z', endsAt: '2026-11-23T00:00:00Z' },
  });
  return { onCallShortID, overrideShortID: String(answered.parse(override.data).override?.shortID) };
}

/** Opens a session and returns its owner. */
async function sessionOf({ store }: API, { teamID, memberID }: Caller): Promise<string> {
  const [member] = await store.listMembers({ teamID, memberID });
  const session = {
    id: systemRandom.uuid(),
    userID: member?.userID ?? '',
    token: systemRandom.uuid(),
    createdAt: NOW,
    expiresAt: NOW + 1000,
    remoteAddress: '',
    userAgent: '',
  };
  await store.openSession(session);
  return session.userID;
}

/** Adds a trusted browser and returns its ID. */
async function browserOf({ store }: API, { teamID, memberID }: Caller): Promise<string> {
  const [member] = await store.listMembers({ teamID, memberID });
  const userID = member?.userID ?? '';
  const from = { address: '', userAgent: '' };
  await createTestAccounts(store).browsers.remember(undefined, { userID, isTrusted: true, from }, NOW);
  const [browser] = await store.listBrowsers({ trustedBy: userID }, NOW);
  return browser?.id ?? '';
}

async function deviceOf({ store }: API, { teamID, memberID }: Caller): Promise<string> {
  const [member] = await store.listMembers({ teamID, memberID });
  return addDevice(store, member?.userID ?? '');
}

/** Adds a device that shows notifications, and returns its ID. */
async function addDevice(store: Store, userID: string): Promise<string> {
  const id = systemRandom.uuid();
  const subscription = createTestPush(store).seal(id, RFC_SUBSCRIPTION);
  const device = {
    id,
    userID,
    sessionID: null,
    name: 'Phone',
    subscription,
    addressHash: id,
    createdAt: NOW,
  };
  await store.pushDevices.change({ kind: 'add', device, max: 10 });
  return id;
}
