import { z } from 'zod';
import type { ImportChannel } from '../item.ts';

const notification = z.looseObject({
  id: z.union([z.number(), z.string()]).transform(String),
  name: z.string().nullish(),
  isDefault: z.union([z.boolean(), z.number().transform((value) => value === 1)]).nullish(),
  config: z.string(),
});

const CONFIG = z.record(z.string(), z.unknown());
type Config = z.output<typeof CONFIG>;

type Translate = (config: Config) => Readonly<Record<string, unknown>> | null;

/** Returns a translation that copies text settings under new names; null if one of the texts is missing. */
function required(names: Readonly<Record<string, string>>): Translate {
  return (config) => {
    const entries = Object.entries(names).map(([ours, theirs]) => [ours, textOf(config[theirs])] as const);
    return entries.some(([, value]) => value === undefined) ? null : Object.fromEntries(entries);
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Kuma's notification types with a counterpart: our type, and our settings from Kuma's. */
const TYPES: Readonly<Record<string, readonly [type: string, translate: Translate]>> = {
  discord: ['discord', required({ url: 'discordWebhookUrl' })],
  slack: ['slack', required({ url: 'slackwebhookURL' })],
  mattermost: ['mattermost', required({ url: 'mattermostWebhookUrl' })],
  'rocket.chat': ['rocketchat', required({ url: 'rocketwebhookURL' })],
  GoogleChat: ['googlechat', required({ url: 'googleChatWebhookURL' })],
  teams: ['msteams', required({ url: 'webhookUrl' })],
  gotify: ['gotify', required({ server: 'gotifyserverurl', token: 'gotifyapplicationToken' })],
  matrix: ['matrix', required({ url: 'homeserverUrl', token: 'accessToken', room: 'internalRoomId' })],
  telegram: ['telegram', required({ token: 'telegramBotToken', chat: 'telegramChatID' })],
  webhook: ['webhook', required({ url: 'webhookURL' })],
  smtp: ['email', (config) => oneAddress(config.smtpTo)],
};

/** Returns null for several recipients, because a channel has only one address. */
function oneAddress(to: unknown): { readonly to: string } | null {
  const text = textOf(to);
  return text === undefined || /[,;\s<]/.test(text) ? null : { to: text };
}

/** Reads a notification of Kuma; null if it can't be read at all. */
export function readKumaNotification(entry: unknown): ImportChannel | null {
  const { data } = notification.safeParse(entry);
  if (data === undefined) return null;
  const config = parseConfig(data.config);
  const theirs = textOf(config.type) ?? 'unknown';
  const known = TYPES[theirs];
  const settings = known?.[1](config) ?? null;
  const common = {
    key: data.id,
    name: data.name ?? textOf(config.name) ?? theirs,
    isDefault: data.isDefault === true,
  };
  if (known === undefined)
    return {
      ...common,
      create: null,
      reason: `Overdue can’t take over notifications of the type ${theirs}.`,
    };
  if (settings === null)
    return {
      ...common,
      create: null,
      reason: `Its settings have no exact counterpart in a ${known[0]} channel.`,
    };
  return { ...common, create: { type: known[0], settings }, reason: '' };
}

function parseConfig(text: string): Config {
  try {
    return CONFIG.catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
}
