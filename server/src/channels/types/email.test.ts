import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLES, sendContextOf } from '../../../test/notify/channel-trial.ts';
import {
  COMBINED,
  DOWN,
  HOSTILE,
  RECOVERED,
  RECOVERED_FOR_BOTH,
} from '../../../test/notify/sample-alerts.ts';
import { type SmtpReceiver, startSmtp } from '../../../test/notify/smtp.ts';
import type { Mail } from '../../platform/outbound/mail.ts';
import { createMailer, type Mailer } from '../../platform/outbound/mailer.ts';
import type { Request } from '../../platform/outbound/request.ts';
import { email } from './email.ts';

const noRequest: Request = () => Promise.reject(new Error('Mail makes no requests.'));

async function mailOf(alert: Alert): Promise<Mail> {
  let written: Mail | null = null;
  const context = sendContextOf(noRequest, async (mail) => {
    written = mail;
    return { outcome: 'sent', status: 250, answer: '' };
  });
  await email().send({ to: 'ops@example.com' }, alert, context);
  if (written === null) throw new Error('No mail was written.');
  return written;
}

describe('email', () => {
  test('writes the reviewed message', async () => {
    const parts: string[] = [];
    for (const [name, alert] of Object.entries(SAMPLES)) {
      const { html, text, ...head } = await mailOf(alert);
      parts.push(`=== ${name} ===\n\n${JSON.stringify(head, null, 2)}\n\n${text}\n${html}`);
    }
    await expect(parts.join('\n')).toMatchFileSnapshot('snapshots/email.txt');
  });

  test('mails of one incident form a thread: the alarm starts the thread, and all other mails reply to the alarm', async () => {
    const incident = `incident.${DOWN.items[0]?.incident?.id}`;
    const heads = [];
    for (const alert of [
      DOWN,
      { ...DOWN, kind: 'reminder' as const, key: 'r-1' },
      RECOVERED,
      RECOVERED_FOR_BOTH,
      COMBINED,
    ]) {
      const { messageID, inReplyTo } = await mailOf(alert);
      heads.push([messageID, inReplyTo]);
    }
    expect(heads).toEqual([
      [incident, null],
      ['alert.r-1', incident],
      [`alert.${RECOVERED.key}`, incident],
      [`alert.${RECOVERED_FOR_BOTH.key}`, null],
      [`alert.${COMBINED.key}`, null],
    ]);
  });

  test('escapes tags, attributes and links in all input', async () => {
    const { html, subject } = await mailOf(HOSTILE);
    const allowed = /^<\/?(?:!doctype|html|head|meta|title|body|table|tr|td|h1|p|span|pre|a)\b/;
    const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
    expect(tags.filter((tag) => !allowed.test(tag))).toEqual([]);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      HOSTILE.url,
      'https://overdue.example.com/unsubscribe/c7m2p9x4kd/token',
    ]);
    expect(subject).not.toMatch(/[\r\n]/);
  });

  test('names the operator if mail is not set up, and retries', async () => {
    const outcome = await email().send({ to: 'ops@example.com' }, DOWN, sendContextOf(noRequest));
    expect(outcome).toMatchObject({ outcome: 'failed', answer: expect.stringContaining('SMTP_URL') });
  });

  test.each(['ops', 'a@b.c, d@e.f', 'Ops <a@b.example>', 'a@b.example\r\nBcc: c@d.example'])(
    'refuses %j',
    (to) => expect(email().settings.safeParse({ to }).success).toBe(false),
  );
});

describe('email over SMTP', () => {
  let server: SmtpReceiver;
  let mailer: Mailer;
  beforeAll(async () => {
    server = await startSmtp();
    mailer = createMailer({
      url: server.url,
      from: 'Overdue <overdue@example.com>',
      domain: 'overdue.example.com',
    });
  });
  afterAll(async () => {
    mailer.close();
    await server.close();
  });

  test('arrives with both texts, its thread and an unsubscribe link, and without injected headers', async () => {
    const send = (alert: Alert) =>
      email().send({ to: 'ops@example.com' }, alert, sendContextOf(noRequest, mailer));
    expect(await send({ ...HOSTILE, kind: 'reminder' })).toMatchObject({ outcome: 'sent' });
    const { to, raw } = server.last();
    const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
    expect(to).toEqual(['ops@example.com']);
    expect(head).toContain(`In-Reply-To: <incident.${DOWN.items[0]?.incident?.id}@overdue.example.com>`);
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(head).not.toMatch(/^(?:Bcc|X-Evil):/im);
    expect(raw).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
  });

  test('an address without a mailbox is gone', async () => {
    server.refuse({ code: 550, text: '5.1.1 No such user' });
    const outcome = await email().send({ to: 'nobody@example.com' }, DOWN, sendContextOf(noRequest, mailer));
    expect(outcome).toMatchObject({ outcome: 'gone', status: 550 });
    server.refuse();
  });
});
