import { describe, expect, test } from 'vitest';
import { parsePushoverPress } from './pushover.ts';

const NOW = Date.UTC(2026, 10, 21, 3);
const REPORT = {
  receipt: 'r'.repeat(30),
  acknowledged: '1',
  acknowledged_at: String(NOW / 1000),
  acknowledged_by: 'u'.repeat(30),
  acknowledged_by_device: 'phone',
};

function parse(form: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(form).toString();
  return parsePushoverPress({ header: () => '', body, path: 'token', now: NOW, secret: '' });
}

describe('the report of an acknowledged emergency', () => {
  test('names the device, and never the user key, which is a credential', () => {
    const press = parse(REPORT);
    expect(press).toMatchObject({ kind: 'press', token: 'token', by: 'Someone on phone' });
    expect(JSON.stringify(press)).not.toContain('uuuu');
  });

  test.each([
    ['another form', {}, 'invalid'],
    ['no acknowledgement', { ...REPORT, acknowledged: '0' }, 'invalid'],
    ['an acknowledgement of yesterday', { ...REPORT, acknowledged_at: String(NOW / 1000 - 86_400) }, 'stale'],
    ['no time', { ...REPORT, acknowledged_at: 'now' }, 'stale'],
  ])('a report with %s is refused', (_, form, reason) => {
    expect(parse(form)).toEqual({ kind: 'refusal', reason });
  });
});
