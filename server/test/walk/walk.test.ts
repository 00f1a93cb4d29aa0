import { FRESH_SIGN_IN_MS, ROLES, type Role, type Scope } from '@overdue/domain/access/access.ts';
import { isValidAt } from '@overdue/domain/access/project-key.ts';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/serve/endpoints.ts';
import { makeToken } from '../callers.ts';
import { BASE_URL } from '../http/api.ts';
import { recordChanges } from '../store/suite/fixtures.ts';
import { openWorld, type ResourceIDs, type World } from './furnished-team.ts';
import { type OperationExpectation, type Permission, SCOPES_NEEDED } from './table.ts';
import {
  bySession,
  byToken,
  type Headers,
  OPERATIONS,
  type Operation,
  type Outcome,
  ownOf,
  SAME_ORIGIN,
  send,
  WALKED,
} from './walking.ts';

const CHANGES = WALKED.filter(({ isChange }) => isChange);

const MAY: Readonly<Record<Permission, readonly Role[]>> = {
  owner: ['owner'],
  administer: ['owner', 'admin'],
  oversee: ['owner', 'admin'],
  write: ['owner', 'admin', 'member'],
  read: ROLES,
  person: ROLES,
  session: ROLES,
  anyone: ROLES,
};

const expectAllowed = ({ status, text }: Outcome, { walked }: Operation) =>
  walked.status === undefined
    ? expect([200, 201], text).toContain(status)
    : expect(status, text).toBe(walked.status);

test('every operation has an entry in the table of the walk', () => {
  const missing = OPERATIONS.filter(({ walked }) => walked === undefined).map(({ id }) => id);
  expect(missing, 'Say in table.ts who may do this, and what the audit log calls it.').toEqual([]);
});

test.each(CHANGES)('$id is in the audit log under the name of the table', ({ id, walked }) => {
  expect(ENDPOINTS.find(({ route }) => route.operationId === id)?.action).toBe(walked.action);
});

/** Headers of requests from other sites or from unknown sites. */
const ELSEWHERE: readonly Headers[] = [
  {},
  { Origin: 'null' },
  { Origin: 'https://evil.example' },
  { Origin: `https://evil.${new URL(BASE_URL).host}` },
  { Origin: `https://${new URL(BASE_URL).host}.evil.example` },
  { Referer: BASE_URL },
];

const ofAccounts = ({ may }: OperationExpectation) => may === 'person' || may === 'session';

describe('callers without the permission', () => {
  test.each(WALKED.filter(({ walked }) => walked.may !== 'anyone'))('$id is refused', async (operation) => {
    const { walked, isChange } = operation;
    const world = await openWorld();
    const { resourceIDs } = world;
    const gone = await world.addWalker('gone', 'owner');
    const { teamID, memberID } = gone.caller;
    await world.api.store.changeMembership({ teamID, actorID: memberID, memberID, action: 'remove' });
    const before = await world.actions();
    async function expectRefusal(who: string, status: number, named: ResourceIDs, headers: Headers) {
      const outcome = await send(world, operation, named, headers);
      expect(outcome.status, `${who}: ${outcome.text}`).toBe(status);
      expect(await world.actions(), who).toEqual(before);
    }

    await expectRefusal('nobody', 401, resourceIDs, SAME_ORIGIN);
    const invented = { Authorization: `Bearer ovd_${'a'.repeat(40)}` };
    await expectRefusal('an invented token', 401, resourceIDs, { ...SAME_ORIGIN, ...invented });
    await expectRefusal('a forged cookie', 401, resourceIDs, {
      ...SAME_ORIGIN,
      Cookie: gone.cookie.slice(0, -2),
    });
    await expectRefusal('the token of somebody removed', 401, resourceIDs, byToken(gone));
    if (!ofAccounts(walked))
      await expectRefusal('the session of somebody removed', 403, resourceIDs, {
        ...SAME_ORIGIN,
        ...bySession(gone),
      });

    const owner = await world.addWalker('owner', 'owner');
    const ofOwner = ownOf(resourceIDs, owner);
    if (isChange)
      for (const page of ELSEWHERE)
        await expectRefusal(JSON.stringify(page), 403, ofOwner, { ...page, ...bySession(owner) });

    const reader = await world.addWalker('reader', 'owner', 'read');
    const ofReader = ownOf(resourceIDs, reader);
    if (!mayReadBy(walked)) await expectRefusal('a token that reads', 403, ofReader, byToken(reader));
    else if (isChange && walked.action !== null)
      await expectRefusal('a token that reads, of others', 403, resourceIDs, byToken(reader));

    for (const role of ROLES) {
      const walker = await world.addWalker(role, role);
      const named = ownOf(resourceIDs, walker);
      const may = MAY[walked.may].includes(role);
      if (!may || refusesTokens(walked))
        await expectRefusal(`the token of a ${role}`, 403, named, byToken(walker));
      if (!may)
        await expectRefusal(`the session of a ${role}`, 403, named, { ...SAME_ORIGIN, ...bySession(walker) });
    }
  });

  test.each(CHANGES.filter(({ walked }) => walked.may === 'anyone'))(
    '$id is refused from another page',
    async (operation) => {
      const world = await openWorld();
      const before = await world.actions();
      const elsewhere = { Origin: 'https://evil.example' };
      expect(await send(world, operation, world.resourceIDs, elsewhere)).toMatchObject({ status: 403 });
      expect(await world.actions()).toEqual(before);
    },
  );
});

/** Returns the narrowest scope of tokens that may call the endpoint; null if it refuses tokens or needs none. */
function scopeNeeded(walked: OperationExpectation): Scope | null {
  const { may, scope } = walked;
  if (may === 'anyone' || may === 'session' || refusesTokens(walked)) return null;
  return scope ?? SCOPES_NEEDED[may];
}

/** Whether a read-only token may call the endpoint. */
function mayReadBy(walked: OperationExpectation): boolean {
  return scopeNeeded(walked) === 'read';
}

function refusesTokens({ may, byPersonOnly }: OperationExpectation): boolean {
  return may === 'session' || byPersonOnly === true;
}

describe('a token with the scope write', () => {
  test.each(WALKED)('$id is refused if the operation needs the scope admin', async (operation) => {
    const { walked } = operation;
    const needed = scopeNeeded(walked);
    if (needed === null) return;
    const world = await openWorld();
    const writer = await world.addWalker('writer', 'owner', 'write');
    const before = await world.actions();
    const outcome = await send(world, operation, ownOf(world.resourceIDs, writer), byToken(writer));
    expect(outcome.text.includes('"admin_scope_required"')).toBe(needed === 'admin');
    if (needed !== 'admin') return;
    expect(outcome.status).toBe(403);
    expect(outcome.text).toContain('overdue login --scope admin');
    expect(await world.actions()).toEqual(before);
  });
});

/** Lists what grants access to Acme at the time of the clock: memberships, credentials, public addresses, and the rules that limit them. */
async function grantsOf({ api }: World): Promise<ReadonlySet<string>> {
  const { store, clock, owner } = api;
  const { teamID } = owner;
  const members = await store.listMembers({ teamID });
  const tokens = await Promise.all(members.map(({ id }) => store.listTokens(id, '', 1000)));
  const contacts = await Promise.all(members.map(({ id }) => store.onCall.contacts.find(teamID, id)));
  const keys = await store.projectKeys.list(teamID);
  const invitations = await store.listInvitations({ teamID, afterID: '', limit: 1000 }, clock.time);
  const { requiresTwoFactor, tokenDaysMax } = await store.findTeamSettings(teamID);
  return new Set([
    ...members.map(({ id, role }) => `membership ${id} ${role}`),
    ...tokens.flat().map(({ id, scope }) => `token ${id} ${scope}`),
    ...keys.filter((key) => isValidAt(key, clock.time)).map(({ shortID }) => `key ${shortID}`),
    ...invitations.map(({ id }) => `invitation ${id}`),
    ...(await store.shares.list(teamID)).map(({ key }) => `address ${key}`),
    ...contacts.flatMap((contact) => (contact?.calendar ? [`address ${contact.calendar.hash}`] : [])),
    `rules ${requiresTwoFactor} ${tokenDaysMax}`,
  ]);
}

describe('a token that expires', () => {
  const TOKEN_MS = 60_000;

  /** Sends the request with a token of an owner that expires. Returns its outcome, and the grants that outlive the token. */
  async function leftBy(operation: Operation, scope: Scope) {
    const world = await openWorld();
    const { api } = world;
    const walker = await world.addWalker('owner', 'owner');
    const expiresAt = api.clock.time + TOKEN_MS;
    const caller = await makeToken(api.store, { ...walker.caller, scope, expiresAt }, api.clock.time);
    const before = await grantsOf(world);
    const named = ownOf(world.resourceIDs, { ...walker, caller });
    const outcome = await send(world, operation, named, byToken({ ...walker, caller }));
    api.clock.time += TOKEN_MS;
    return { outcome, left: [...(await grantsOf(world))].filter((grant) => !before.has(grant)) };
  }
  const byTokens = CHANGES.filter(({ walked }) => scopeNeeded(walked) !== null);

  test.each(byTokens)('$id leaves nothing behind without the scope admin', async (operation) => {
    const { outcome, left } = await leftBy(operation, 'write');
    expect(left).toEqual([]);
    const { walked } = operation;
    if (walked.leaves === undefined && scopeNeeded(walked) !== 'admin') expectAllowed(outcome, operation);
    else expect(outcome.text).toContain('"admin_scope_required"');
  });

  test.each(byTokens)('$id leaves behind what the table states with the scope admin', async (operation) => {
    const { outcome, left } = await leftBy(operation, 'admin');
    expectAllowed(outcome, operation);
    const { leaves } = operation.walked;
    expect(new Set(left.map((grant) => grant.split(' ', 1)[0]))).toEqual(new Set(leaves && [leaves]));
  });
});

describe('callers without a fresh sign-in', () => {
  test.each(CHANGES)('$id is refused, or needs none', async (operation) => {
    const { walked } = operation;
    if (walked.may === 'anyone') return;
    const world = await openWorld();
    const walker = await world.addWalker('owner', 'owner');
    world.api.clock.time += FRESH_SIGN_IN_MS;
    const before = await world.actions();
    const headers = { ...SAME_ORIGIN, ...bySession(walker) };
    const outcome = await send(world, operation, ownOf(world.resourceIDs, walker), headers);
    expect(outcome.text.includes('"fresh_sign_in_required"')).toBe(walked.needsFreshSignIn === true);
    if (walked.needsFreshSignIn !== true) return;
    expect(outcome.status).toBe(403);
    expect(await world.actions()).toEqual(before);
  });
});

describe('callers with the permission', () => {
  async function expectDone(world: World, operation: Operation, named: ResourceIDs, headers: Headers) {
    const { walked, id } = operation;
    const before = await world.actions();
    const reported = recordChanges(world.api.store);
    expectAllowed(await send(world, operation, named, headers), operation);
    const isDone = walked.action !== null && walked.status === undefined;
    // The creation of a team is recorded in the audit log of the new team, not in Acme's.
    const left = isDone && id !== 'createTeam' ? [walked.action] : [];
    expect((await world.actions()).slice(before.length)).toEqual(left);
    const isReported = isDone && walked.isUnseen !== true;
    expect(reported().length > 0, 'Whether other browsers learn of the change').toBe(isReported);
  }

  const done = (operations: readonly Operation[]) =>
    operations.flatMap((operation) => {
      const roles = MAY[operation.walked.may];
      const { id } = operation;
      if (operation.walked.may === 'anyone') return [{ id, operation, role: null, by: 'nothing' }];
      const byTokens = refusesTokens(operation.walked) ? [] : roles;
      return [
        ...byTokens.map((role) => ({ id, operation, role, by: 'token' })),
        { id, operation, role: roles.at(-1) ?? null, by: 'session' },
      ];
    });

  test.each(done(CHANGES))(
    '$id works for the $by of $role, and is logged',
    async ({ operation, role, by }) => {
      const world = await openWorld();
      if (role === null) return expectDone(world, operation, world.resourceIDs, SAME_ORIGIN);
      const walker = await world.addWalker(role, role);
      const headers = by === 'token' ? byToken(walker) : { ...SAME_ORIGIN, ...bySession(walker) };
      await expectDone(world, operation, ownOf(world.resourceIDs, walker), headers);
    },
  );

  test.each(WALKED.filter(({ isChange }) => !isChange))('$id works, and is logged', async (operation) => {
    const { walked } = operation;
    const world = await openWorld();
    if (walked.may === 'anyone') await expectDone(world, operation, world.resourceIDs, {});
    for (const role of MAY[walked.may]) {
      const walker = await world.addWalker(role, role);
      const named = ownOf(world.resourceIDs, walker);
      if (!refusesTokens(walked)) await expectDone(world, operation, named, byToken(walker));
      await expectDone(world, operation, named, bySession(walker));
    }
    if (!mayReadBy(walked)) return;
    const reader = await world.addWalker('reader', 'viewer', 'read');
    await expectDone(world, operation, ownOf(world.resourceIDs, reader), byToken(reader));
  });
});

describe('another team', () => {
  const about = WALKED.filter(({ walked }) => walked.may !== 'anyone');

  test.each(about)('$id reaches nothing of Acme', async (operation) => {
    const world = await openWorld();
    const { api, resourceIDs } = world;
    const stranger = await world.addStranger();
    const before = await world.actions();
    const seen = async () =>
      (
        await Promise.all(
          ['monitors', 'members', 'invitations', 'shares'].map((list) => api.send('GET', `/v1/${list}/`)),
        )
      ).map(({ text }) => text);
    const shown = await seen();
    const nobodys = {
      ...Object.fromEntries(Object.keys(resourceIDs).map((name) => [name, 'nosuchthng'])),
      number: '1',
      transitionID: '1',
    };
    for (const headers of [byToken(stranger), { ...SAME_ORIGIN, ...bySession(stranger) }]) {
      const theirs = await send(world, operation, resourceIDs, headers);
      const { number: _number, transitionID: _transitionID, key: _key, ...report } = resourceIDs;
      if (operation.walked.echoes === undefined)
        for (const [name, id] of Object.entries(report)) expect(theirs.text, name).not.toContain(id);
      if (!operation.path.includes('{')) continue;
      // A resource of another team must look exactly like a resource that doesn't exist.
      const unknown = await send(world, operation, nobodys, headers);
      if (operation.walked.may === 'session' && headers !== undefined && 'Authorization' in headers) {
        expect(theirs.status).toBe(403);
        continue;
      }
      expect(theirs.status).toBe(operation.walked.missingStatus ?? 404);
      expect(theirs.text).toBe(unknown.text);
    }
    expect(await world.actions()).toEqual(before);
    expect(await seen()).toEqual(shown);
  });

  test.each(ROLES)(
    'a %s of Acme who is also in another team acts in the one of the session',
    async (role) => {
      const world = await openWorld();
      const { api } = world;
      const walker = await world.addWalker(role, role);
      const [member] = await api.store.listMembers(walker.caller);
      const userID = member?.userID ?? '';
      const other = {
        teamID: 'other',
        name: 'Theirs',
        slug: 'theirs',
        projectShortID: 'theirs',
        createdAt: 0,
      };
      await api.store.createTeam(other, { memberID: 'other', userID });
      const headers = { ...SAME_ORIGIN, ...bySession(walker), 'Content-Type': 'application/json' };
      const create = () =>
        api.app.request('/v1/monitors/', { method: 'POST', headers, body: JSON.stringify({ name: 'mine' }) });
      const go = (teamID: string) =>
        api.app.request('/v1/account/', { method: 'PATCH', headers, body: JSON.stringify({ teamID }) });
      expect((await go('other')).status).toBe(200);
      expect((await create()).status).toBe(201);
      expect((await api.store.countUsage('other')).monitors).toBe(1);
      expect((await go(walker.caller.teamID)).status).toBe(200);
      expect((await create()).status).toBe(role === 'viewer' ? 403 : 201);
      const stranger = await world.addStranger();
      expect((await go(stranger.caller.teamID)).status).toBe(404);
    },
  );
});
