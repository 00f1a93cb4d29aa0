import { z } from 'zod';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundResponse } from '../../platform/outbound/request.ts';
import type { SendContext } from '../channel.ts';
import { GONE_STATUSES_HOSTED, parseJSONOrNull } from './posting.ts';

/** A phone number in E.164 format. */
export const phoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'A number with its country code, such as +37120000000.');

export const accountFields = {
  accountSid: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'Must be AC followed by 32 hexadecimal digits.')
    .meta({
      title: 'Account SID',
      description: 'Shown on the start page of the Twilio console.',
      example: 'AC00000000000000000000000000000000',
    }),
  authToken: z
    .string()
    .regex(/^[A-Za-z0-9]{1,100}$/, 'Use only letters and digits.')
    .meta({
      title: 'Auth token',
      description: 'Token of the account, or the secret of an API key with its SID below.',
      example: '0123456789abcdef0123456789abcdef',
      secret: true,
    }),
  apiKeySid: z
    .string()
    .regex(/^SK[0-9a-f]{32}$/i, 'Must be SK followed by 32 hexadecimal digits.')
    .optional()
    .meta({
      title: 'API key SID',
      description: "Only if you use an API key instead of the account's own token.",
      example: 'SK00000000000000000000000000000000',
    }),
};

interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  readonly apiKeySid?: string | undefined;
}

/** Codes of permanent errors in credentials and numbers. All codes: https://www.twilio.com/docs/api/errors */
const GONE_CODES = [20003, 20005, 21211, 21214, 21217, 21606, 21610, 21614];

const Refusal = z.object({ code: z.number() });

/** Twilio has no idempotency key, so a repeated attempt sends a second message. */
export async function createMessage(
  origin: string,
  {
    account,
    fields,
    context: { request },
  }: {
    readonly account: TwilioAccount;
    readonly fields: Readonly<Record<string, string>>;
    readonly context: SendContext;
  },
): Promise<SendResult> {
  const { accountSid, apiKeySid, authToken } = account;
  const credentials = Buffer.from(`${apiKeySid ?? accountSid}:${authToken}`).toString('base64');
  const response = await request({
    method: 'POST',
    url: `${origin}/2010-04-01/Accounts/${accountSid}/Messages.json`,
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
  return sendResultOf(response, {
    goneStatuses: isGone(response) ? [response.status] : GONE_STATUSES_HOSTED,
  });
}

function isGone({ status, body }: OutboundResponse): boolean {
  const code = status === 400 ? parseJSONOrNull(body, Refusal)?.code : undefined;
  return code !== undefined && GONE_CODES.includes(code);
}
