import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { COMBINED, DOWN, RECOVERED, TEST } from '../../test/notify/sample-alerts.ts';
import { createIncidentLinks } from './incident-link.ts';

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
  test('names the incident and the channel, and is the same in every attempt', () => {
    expect(linksOf().urlOf(DOWN, CHANNEL)).toBe(linksOf().urlOf(DOWN, CHANNEL));
    expect(linksOf().read(tokenOf(), DOWN.at)).toEqual({ incidentID: INCIDENT, reader: CHANNEL });
  });

  test.each([
    ['a recovery', RECOVERED],
    ['a combined message', COMBINED],
    ['a test alert', TEST],
  ])('%s has none', (_, alert) => expect(linksOf().urlOf(alert, CHANNEL)).toBeNull());

  test('works for three days', () => {
    expect(linksOf().read(tokenOf(), DOWN.at + 3 * DAY - 1)).not.toBe('expired');
    expect(linksOf().read(tokenOf(), DOWN.at + 3 * DAY)).toBe('expired');
  });

  test('can be neither changed nor forged', () => {
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
