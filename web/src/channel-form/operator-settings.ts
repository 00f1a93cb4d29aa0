import type { Account, ChannelType } from '@overdue/sdk';

const PRIVATE_IPV4 =
  /^https?:\/\/((?:10|127)(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2})(?=[:/]|$)/;
const ADDRESS_EXAMPLE = '192.168.1.20';

/** Facts about a channel type that decide which settings its receiver needs. */
export type ReceiverType = Pick<ChannelType, 'type' | 'isOftenSelfHosted'>;

export interface OperatorSettings {
  readonly missing: 'mail' | 'addresses';
  /** Lines to add to the environment of the service. */
  readonly lines: string;
  /** Whether the values entered so far show that the channel can't work without the lines. */
  readonly isCertain: boolean;
}

/** Returns settings that the operator of the service must add before a channel can work; null if nothing is missing. */
export function missingSettings(
  { type, isOftenSelfHosted }: ReceiverType,
  values: Readonly<Record<string, unknown>>,
  service: Account['service'],
): OperatorSettings | null {
  if (type === 'email') return missingMail(service);
  if (!isOftenSelfHosted || service.allowsPrivateAddresses) return null;
  const typed = Object.values(values).map((value) => PRIVATE_IPV4.exec(String(value))?.[1]);
  const address = typed.find((candidate) => candidate !== undefined);
  return {
    missing: 'addresses',
    lines: `ALLOW_PRIVATE_ADDRESSES=${address ?? ADDRESS_EXAMPLE}`,
    isCertain: address !== undefined,
  };
}

/** Returns the settings of a mail server; null if the service has them. */
export function missingMail({ hasMail, baseURL }: Account['service']): OperatorSettings | null {
  if (hasMail) return null;
  const host = URL.parse(baseURL)?.hostname ?? 'localhost';
  const lines = `SMTP_URL=smtps://user:password@mail.example.com\nMAIL_FROM=Overdue <overdue@${host}>`;
  return { missing: 'mail', lines, isCertain: true };
}
