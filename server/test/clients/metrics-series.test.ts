import { expect, test } from 'vitest';
import { type RunningService, startTestService } from '../sdk/in-process.ts';

const ODD_NAME = 'a "quoted" \\\\ {name="x"} # naïve 🌍';

const METRICS_TOKEN = 'a-token-for-the-metrics';

async function scrape({ baseURL }: RunningService): Promise<string> {
  const response = await fetch(`${baseURL}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect(response.status).toBe(200);
  return response.text();
}

function samplesOf(text: string, name: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

test('at most METRICS_MONITORS monitors have series, and the rest is counted', async () => {
  const service = await startTestService({ METRICS_MONITORS: '2', METRICS_TOKEN });
  const token = await service.addTeam();
  const client = service.client(token);
  const first = await client.monitors.create({ name: ODD_NAME, tags: ['db', 'prod'] });
  const second = await client.monitors.create({ name: 'second' });
  await client.monitors.create({ name: 'third' });
  await fetch(`${first.pingURL}/fail`);
  await fetch(`${first.pingURL}/fail`);
  const text = await scrape(service);

  const up = samplesOf(text, 'overdue_monitor_up');
  expect(up).toHaveLength(2);
  const escaped = ODD_NAME.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  expect(up[0]).toContain(`name="${escaped}",tags="db,prod",short_id="${first.shortID}"} 0`);
  expect(up[1]).toMatch(new RegExp(`name="second",tags="",short_id="${second.shortID}"\\} 1$`));
  expect(samplesOf(text, 'overdue_monitor_failure_streak')[0]).toMatch(/ 2$/);
  const last = samplesOf(text, 'overdue_monitor_last_ping_timestamp_seconds');
  expect(last).toHaveLength(1);
  const at = Date.parse((await client.monitors.get(first.shortID)).lastPingAt) / 1000;
  expect(Number(last[0]?.split(' ').at(-1))).toBe(at);
  expect(samplesOf(text, 'overdue_monitors_without_series')).toEqual(['overdue_monitors_without_series 1']);
});

test('no monitor is named without METRICS_MONITORS', async () => {
  const service = await startTestService();
  await service.client(await service.addTeam()).monitors.create({ name: 'unnamed job' });
  const text = await scrape(service);
  expect(text).not.toContain('unnamed job');
  expect(text).toMatch(/^process_start_time_seconds \d{10}(\.\d+)?$/m);
});
