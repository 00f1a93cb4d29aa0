import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { CERTIFICATE } from '../server/test/notify/certificate.ts';
import { type PushEndpoint, startPushEndpoint } from '../server/test/push-endpoint.ts';
import { newReceiver } from '../server/test/push-receiver.ts';
import { preparePush } from './push-browser.ts';
import { signOutByMenu } from './sign-in-form.ts';
import { browserTest, useStage } from './stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'overdue-push-'));
let endpoint: PushEndpoint;
const stage = useStage(async () => {
  endpoint = await startPushEndpoint();
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, CERTIFICATE.cert);
  return {
    team: 'new',
    // The headless shell has no notifications.
    needsWindows: true,
    env: { NODE_EXTRA_CA_CERTS: authority, ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8,::1' },
  };
});
afterAll(async () => {
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

browserTest(
  'a phone rings: turned on, tested, an alert shown, acknowledged and opened, and off after signing out',
  async () => {
    const { page, context, browserErrors } = await stage.visitor();
    const browser = await preparePush(page, newReceiver(`${endpoint.origin}/send/1`));
    await page.goto('/account/notifications');
    const devices = page.getByRole('region', { name: 'Devices', exact: true });
    await devices.getByRole('button', { name: 'Turn on notifications' }).click();
    const device = devices.getByRole('listitem');
    await device.getByText('This browser').waitFor();

    await device.getByRole('button', { name: 'Send a test' }).click();
    await browser.deliver((await endpoint.arrived(1)).body);
    await expect.poll(browser.shown).toMatchObject([{ title: 'Test from Overdue', tag: 'test' }]);

    await page.goto('/channels/new?type=webpush');
    await page.getByRole('combobox', { name: 'Member' }).getByText('Ann Ozola (you)').waitFor();
    await page.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Phone or browser' }).waitFor();

    const monitor = await stage.api().monitors.create({ name: 'pg-dump' });
    await fetch(`${monitor.pingURL}/fail`);
    await browser.deliver((await endpoint.arrived(2)).body);
    const [incident] = (await stage.api().incidents.list({})).incidents;
    const tag = incident?.incidentID ?? '';
    await expect
      .poll(browser.shown)
      .toContainEqual(
        expect.objectContaining({ title: '🔴 Down: pg-dump', tag, actions: ['acknowledge', 'open'] }),
      );

    const opened = await browser.click(tag);
    expect(opened).toBe(`${stage.service.baseURL}/incidents/${tag}`);
    await page.goto(opened ?? '');
    await page.getByRole('heading', { level: 1, name: /pg-dump/ }).waitFor();

    await browser.deliver((await endpoint.arrived(2)).body);
    await expect.poll(browser.shown).toContainEqual(expect.objectContaining({ tag }));
    expect(await browser.click(tag, 'acknowledge')).toBeNull();
    expect(await stage.api().incidents.get(tag)).toMatchObject({
      acknowledgedBy: 'Someone in the channel “Phone or browser”',
    });
    expect(await browser.shown()).toContainEqual(expect.objectContaining({ tag, body: 'Acknowledged.' }));

    await fetch(monitor.pingURL);
    await browser.deliver((await endpoint.arrived(3)).body);
    await expect
      .poll(browser.shown)
      .toContainEqual(expect.objectContaining({ title: '🟢 Recovered: pg-dump', tag }));
    expect((await browser.shown()).filter((notification) => notification.tag === tag)).toHaveLength(1);

    await signOutByMenu(page);
    const next = await stage.visitor();
    await next.page.goto('/account/notifications');
    await next.page.getByText('No device shows your alerts yet.').waitFor();
    expect(browserErrors.except(/status of 401/)).toEqual([]);
    await next.context.close();
    await context.close();
  },
);
