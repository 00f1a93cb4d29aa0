import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { COMBINED, DOWN, RECOVERED, TEST } from '../../test/notify/sample-alerts.ts';
import { createIncidentLinks, memberReader, parseMemberReader, readerOf } from './incident-link.ts';

const baseURL = 'https://overdue.example.com';
const CHANNEL = 'c7m2p9x4kd';
const INCIDENT = '019aa4c2-7c00-7000-8000-000000000001';
const DAY = 86_400_000;

function linksOf(key = 'a key of thirty-two characters..') {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 32);
  return createIncidentLinks({ sign, baseURL });
}

function tokenOf(links = linksOf()) {
  return links.urlOf(DOWN, CHANNEL)?.replace(`${baseURL}/act/`, '') ?? '';
}

describe('the link of a message', () => {
  test('a link names the incident and the channel, and is the same in every attempt', () => {
    expect(linksOf().urlOf(DOWN, CHANNEL)).toBe(linksOf().urlOf(DOWN, CHANNEL));
    expect(linksOf().read(tokenOf(), DOWN.at)).toEqual({ incidentID: INCIDENT, reader: CHANNEL });
  });

  test.each([
    ['a recovery', RECOVERED],
    ['a combined message', COMBINED],
    ['a test alert', TEST],
  ])('%s has no link', (_, alert) => expect(linksOf().urlOf(alert, CHANNEL)).toBeNull());

  test('a link works for three days', () => {
    expect(linksOf().read(tokenOf(), DOWN.at + 3 * DAY - 1)).not.toBe('expired');
    expect(linksOf().read(tokenOf(), DOWN.at + 3 * DAY)).toBe('expired');
  });

  test('a link can be neither changed nor forged', () => {
    const token = tokenOf();
    const [incident = '', channel = '', expires = '', signature = ''] = token.split('.');
    const forged = [
      '',
      `${token}x`,
      token.slice(1),
      [incident.replace('1', '2'), channel, expires, signature].join('.'),
      [incident, 'othrchannl', expires, signature].join('.'),
      [incident, channel, `z${expires}`, signature].join('.'),
      [incident, channel, expires, signature.toLowerCase()].join('.'),
    ];
    for (const wrong of forged) expect(linksOf().read(wrong, DOWN.at), wrong).toBeNull();
    expect(linksOf('another key of thirty-two chars.').read(token, DOWN.at)).toBeNull();
  });
});

describe('the reader of a message', () => {
  test.each([
    ['the channel', CHANNEL, DOWN, null],
    ['the member with the device', '', { ...DOWN, recipient: 'ann', recipientName: 'Ann' }, 'devices'],
    ['the member with the address', '', { ...DOWN, recipient: 'a@b.example', mailedMemberID: 'ann' }, 'mail'],
  ] as const)('is %s', (_, channel, alert, by) => {
    const reader = readerOf(channel, alert);
    expect(parseMemberReader(reader)).toEqual(by === null ? null : { memberID: 'ann', by });
    if (by !== null) expect(reader).toBe(memberReader({ memberID: 'ann', by }));
    expect(linksOf().urlOf(alert, reader)).not.toBeNull();
  });

  test('the reader of mail without a member is empty, so the mail has no link', () => {
    const reader = readerOf('', { ...DOWN, recipient: 'ada@example.com' });
    expect(linksOf().urlOf(DOWN, reader)).toBeNull();
  });
});
