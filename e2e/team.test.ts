import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { NOT_SIGNED_IN } from './browser-errors.ts';
import { LIVE_DELAY_MS_MAX, measureDelays } from './delays.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

let people = 0;

/** Returns a person without an account. A repeated test needs another person, because the first attempt left an account. */
function newPerson(name: string): Person {
  people += 1;
  return {
    name: `${name} ${people}`,
    email: `person${people}@example.com`,
    password: 'some long words for one',
  };
}

/** Revokes the invitations that a failed attempt left behind. */
async function revokeAll(): Promise<void> {
  const { invitations } = stage.api();
  for (const { invitationID } of (await invitations.list()).invitations)
    await invitations.revoke(invitationID);
}

/** Console message of Chromium when a page requests data that the user may no longer read. */
const REFUSED = /status of 40[13]/;

const stage = useStage({ team: 'new' });

/** Sends a request with the browser's cookies and the service's origin, like a page of the service. */
async function ask(context: BrowserContext, method: string, path: string, data?: object): Promise<number> {
  const response = await context.request.fetch(path, {
    method,
    headers: { Origin: stage.service.baseURL },
    ...(data === undefined ? {} : { data }),
  });
  return response.status();
}

async function invite(page: Page, role: 'Admin' | 'Member' | 'Viewer'): Promise<string> {
  await page.goto('/team');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' });
  if (role !== 'Member') {
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: role }).click();
  }
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  const created = page.getByRole('dialog', { name: 'Invitation created' });
  const url = await created.getByRole('code').innerText();
  await created.getByRole('button', { name: 'Done' }).click();
  return url;
}

/** Accepts an invitation without an account. */
async function join(url: string, who: Person): Promise<Visitor> {
  const visitor = await stage.signedOutVisitor();
  const { page } = visitor;
  await page.goto(url);
  await page.getByRole('heading', { name: 'Join Acme' }).waitFor();
  await page.getByLabel('Your name').fill(who.name);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.waitForURL('**/monitors');
  await page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor();
  return visitor;
}

browserTest(
  'an invitation adds a member, a role limits them, and removal ends their access immediately',
  async () => {
    const api = stage.api();
    const owner = await stage.visitor();
    await revokeAll();
    const person = newPerson('Eve Berzina');
    const backup = `backup of ${person.email}`;
    const { shortID } = await api.monitors.create({ name: backup, schedule: { cron: '0 2 * * *' } });
    const link = await invite(owner.page, 'Member');
    const eve = await join(link, person);

    // Each link works only once.
    const late = await stage.signedOutVisitor();
    await late.page.goto(link);
    await late.page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
    await late.context.close();

    // A member can change monitors but can't manage members.
    await eve.page.getByRole('link', { name: 'New monitor' }).first().waitFor();
    await eve.page.getByRole('link', { name: 'Team', exact: true }).click();
    await eve.page.getByRole('row', { name: person.name }).waitFor();
    expect(await eve.page.getByRole('tab').allInnerTexts()).toEqual(['Members', 'Settings', 'Usage']);
    expect(await eve.page.getByRole('button', { name: 'Invite', exact: true }).count()).toBe(0);
    expect(await eve.page.getByRole('button', { name: 'Actions for Ann Ozola' }).count()).toBe(0);
    expect(await ask(eve.context, 'POST', '/v1/invitations/', { role: 'admin' })).toBe(403);
    expect(await ask(eve.context, 'GET', '/v1/audit/')).toBe(403);
    expect(await ask(eve.context, 'PATCH', `/v1/monitors/${shortID}/`, { description: 'by Eve' })).toBe(200);

    await owner.page.goto('/team');
    const seen = owner.page.getByRole('row', { name: person.name });
    await seen.getByRole('cell', { name: /^(now|.* ago)$/ }).waitFor();
    expect(await eve.page.getByRole('columnheader', { name: 'Last active' }).count()).toBe(0);

    // The owner changes the role and changes it back. The open page shows both changes.
    await eve.page.goto('/monitors');
    const row = eve.page.getByRole('row', { name: backup });
    await row.getByRole('checkbox').waitFor();
    const delays = measureDelays();
    for (const [role, state] of [
      ['Viewer', 'detached'],
      ['Member', 'visible'],
      ['Viewer', 'detached'],
    ] as const) {
      const changed = owner.page.waitForResponse((response) => response.request().method() === 'PATCH');
      await owner.page.getByRole('combobox', { name: `Role of ${person.name}` }).click();
      await owner.page.getByRole('option', { name: role }).click();
      await changed;
      await delays.recordDelay(row.getByRole('checkbox').waitFor({ state }));
      await owner.page.getByText(`${person.name} is now a ${role.toLowerCase()}`).first().waitFor();
    }
    await seeNothingToChange(eve, { name: backup, shortID });

    const token = await tokenOf(eve.context);
    expect(await asToken(token)).toBe(200);
    await eve.page.goto(`/monitors/${shortID}`);
    await eve.page.getByRole('heading', { name: backup }).waitFor();
    await owner.page.getByRole('button', { name: `Actions for ${person.name}` }).click();
    await owner.page.getByRole('menuitem', { name: 'Remove from team' }).click();
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await owner.page.getByText(`${person.name} removed`).waitFor();
    expect(await asToken(token)).toBe(401);
    expect(await ask(eve.context, 'GET', `/v1/monitors/${shortID}/`)).toBe(403);
    await eve.page.getByRole('heading', { name: 'You don’t belong to a team' }).waitFor();
    expect(delays.median()).toBeLessThan(LIVE_DELAY_MS_MAX);

    expect(owner.browserErrors.all()).toEqual([]);
    expect(eve.browserErrors.except(REFUSED)).toEqual([]);
  },
);

async function tokenOf(context: BrowserContext): Promise<string> {
  const response = await context.request.post('/v1/tokens/', {
    headers: { Origin: stage.service.baseURL },
    data: { name: 'laptop', scope: 'read', expiresAt: null },
  });
  const { data } = (await response.json()) as { data: { token: { token: string } } };
  return data.token.token;
}

async function asToken(token: string): Promise<number> {
  const { status } = await fetch(`${stage.service.baseURL}/v1/monitors/`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return status;
}

async function seeNothingToChange(
  { page, context }: Visitor,
  { name: backup, shortID }: { readonly name: string; readonly shortID: string },
): Promise<void> {
  expect(await page.getByRole('link', { name: 'New monitor' }).count()).toBe(0);
  await page.getByRole('row', { name: backup }).getByRole('link', { name: backup }).click();
  await page.getByRole('heading', { name: backup, level: 1 }).waitFor();
  for (const name of ['Pause', 'Edit', 'Mute'])
    expect(await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count()).toBe(0);
  await page.goto('/monitors/new');
  await page.getByRole('heading', { name: 'Your role doesn’t let you change monitors' }).waitFor();
  await page.goto('/channels');
  await page.getByRole('heading', { name: 'No channels yet' }).waitFor();
  expect(await page.getByRole('link', { name: 'Add channel' }).count()).toBe(0);
  for (const [method, path, data] of [
    ['POST', '/v1/monitors/', { name: 'x', schedule: { cron: '0 2 * * *' } }],
    ['PATCH', `/v1/monitors/${shortID}/`, { name: 'x' }],
    ['POST', '/v1/monitors/bulk/', { monitors: [shortID], action: { type: 'delete' } }],
    ['DELETE', `/v1/monitors/${shortID}/`],
    ['POST', '/v1/tokens/', { name: 'x', scope: 'write', expiresAt: null }],
    ['PATCH', '/v1/team/', { name: 'x' }],
  ] as const)
    expect(await ask(context, method, path, data), `${method} ${path}`).toBe(403);
}

browserTest('a link to an incident of another team offers to look in that team', async () => {
  const api = stage.api();
  const { shortID, pingURL } = await api.monitors.create({ name: 'linked job' });
  await fetch(`${pingURL}/fail`, { method: 'POST' });
  const [incident] = (await api.incidents.list({ monitor: shortID })).incidents;
  const { context, page } = await stage.visitor();
  expect(await ask(context, 'POST', '/v1/teams/', { name: 'Harbour' })).toBe(201);
  const { data } = await (await context.request.get('/v1/account/')).json();
  const harbour = data.account.teams.find(({ name }: { name: string }) => name === 'Harbour');
  expect(await ask(context, 'PATCH', '/v1/account/', { teamID: harbour.teamID })).toBe(200);
  await page.goto(`/incidents/${incident?.incidentID}`);
  await page.getByRole('heading', { name: 'Incident not found' }).waitFor();
  await page.getByRole('button', { name: 'Look in Acme' }).click();
  await page.getByRole('heading', { name: 'linked job', level: 1 }).waitFor();
  await context.close();
});

browserTest('an admin manages members, but not owners', async () => {
  const owner = await stage.visitor();
  await revokeAll();
  const link = await invite(owner.page, 'Admin');
  const newcomer = newPerson('Adam Liepa');
  const adam = await join(link, newcomer);
  await owner.page.getByRole('row', { name: newcomer.name }).waitFor();
  const { page } = adam;
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await page.getByRole('row', { name: /Ann Ozola/ }).waitFor();
  await page.getByRole('button', { name: 'Invite', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Actions for Ann Ozola' }).count()).toBe(0);
  expect(await page.getByRole('combobox', { name: 'Role of Ann Ozola' }).count()).toBe(0);
  const members = await stage.api().members.list();
  const ann = members.members.find(({ isYou }) => isYou);
  expect(await ask(adam.context, 'DELETE', `/v1/members/${ann?.memberID}/`)).toBe(403);
  expect(await ask(adam.context, 'POST', '/v1/team/transfer/', { memberID: ann?.memberID })).toBe(403);
  await page.getByRole('tab', { name: 'Audit log' }).click();
  await page
    .getByRole('cell', { name: /accepted the invitation|added/ })
    .first()
    .waitFor();

  // An invitation to an address gets a new link, too.
  const { invitations } = stage.api();
  await invitations.create({ role: 'viewer', email: 'olga@example.com' });
  await page.goto('/team?tab=invitations');
  await page.getByRole('button', { name: 'New link for olga@example.com' }).click();
  await page.getByRole('dialog', { name: 'Invitation created' }).getByRole('code').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke the invitation for olga@example.com' }).click();
  await page.getByText('Invitation revoked').waitFor();

  // A revoked invitation no longer works.
  const other = await invite(page, 'Viewer');
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await page.getByRole('button', { name: /^New link/ }).click();
  const replaced = page.getByRole('dialog', { name: 'Invitation created' });
  const newLink = await replaced.getByRole('code').innerText();
  await replaced.getByRole('button', { name: 'Done' }).click();
  const stranger = await stage.signedOutVisitor();
  await stranger.page.goto(other);
  await stranger.page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
  await stranger.page.goto(newLink);
  await stranger.page.getByRole('heading', { name: 'Join Acme' }).waitFor();
  await page.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByText('Invitation revoked').waitFor();
  await stranger.page.goto(newLink);
  await stranger.page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
  expect(adam.browserErrors.except(NOT_SIGNED_IN)).toEqual([]);
});
