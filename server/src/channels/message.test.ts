import { describe, expect, test } from 'vitest';
import { COMBINED, DOWN, HOSTILE, ITEM, RECOVERED, REPORT } from '../../test/notify/sample-alerts.ts';
import { messageOf } from './message.ts';

describe('a message', () => {
  test.each([
    ['an alarm', DOWN, 'bad', '#dc2626'],
    ['an alarm of a low severity', { ...DOWN, severity: 'low' as const }, 'bad', '#f87171'],
    ['a critical alarm', { ...DOWN, severity: 'critical' as const }, 'bad', '#7f1d1d'],
    ['a recovery', RECOVERED, 'good', '#16a34a'],
    ['many that are down', COMBINED, 'bad', '#dc2626'],
    ['many that recovered', { ...COMBINED, items: RECOVERED.items }, 'good', '#16a34a'],
    [
      'many that are unknown',
      { ...COMBINED, items: [{ ...ITEM, event: 'unknown' as const }] },
      'warning',
      '#d97706',
    ],
    ['a report', REPORT, 'neutral', '#2563eb'],
  ])('shows %s at a glance', (_, alert, tone, color) =>
    expect(messageOf(alert)).toMatchObject({ tone, color }),
  );

  test('gives details of one monitor, and a list of many', () => {
    expect(messageOf(DOWN)).toMatchObject({ list: [], more: '', details: [{}, {}, {}] });
    const many = messageOf({ ...COMBINED, items: Array.from({ length: 25 }, () => ITEM), unlistedCount: 3 });
    expect([many.details, many.list.length, many.more]).toEqual([[], 20, 'and 8 more']);
  });

  test('leaves out fields that a monitor does not have', () => {
    const item = { ...ITEM, monitor: { ...ITEM.monitor, tags: [' '] } };
    expect(messageOf({ ...DOWN, items: [item], log: ' \n' })).toMatchObject({
      details: [{ name: 'Project' }, { name: 'Severity' }],
      log: null,
    });
  });

  test('links the page with actions and the runbook of one monitor, without characters that end a link in markup', () => {
    expect(messageOf(DOWN).links).toEqual([
      { text: 'Acknowledge', url: DOWN.actionURL },
      { text: 'Runbook', url: 'https://wiki.example.com/pg_dump?part=%28a%7Cb%29&to=%40all#Disk_full' },
    ]);
    for (const runbookURL of ['', 'javascript:alert(1)', 'https://ann:secret@wiki']) {
      const items = [{ ...ITEM, monitor: { ...ITEM.monitor, runbookURL } }];
      expect(messageOf({ ...DOWN, items }).links.map(({ text }) => text)).toEqual(['Acknowledge']);
    }
    expect(messageOf(COMBINED).links).toEqual([]);
  });

  test('is bounded, a single line where required, and free of invisible characters', () => {
    const long = 'x'.repeat(5000);
    const { title, paragraphs } = messageOf({
      ...DOWN,
      title: long,
      text: Array.from({ length: 50 }, () => long),
    });
    expect([title.length, paragraphs.length, paragraphs[0]?.length]).toEqual([200, 10, 600]);
    const hostile = messageOf(HOSTILE);
    expect(hostile.title).toContain('&amp; Bcc: evil@example.com');
    expect(JSON.stringify(hostile)).not.toMatch(/\\r|\\u0000|\\u001b|\u202e/);
  });
});
