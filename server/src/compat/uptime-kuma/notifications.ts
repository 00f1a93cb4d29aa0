import { parseJSON } from '@overdue/domain/json.ts';
import { z } from 'zod';
import type { ImportChannel } from '../source/item.ts';

const notification = z.looseObject({
  id: z.union([z.number(), z.string()]).transform(String),
  name: z.string().nullish(),
  isDefault: z.union([z.boolean(), z.number().transform((value) => value === 1)]).nullish(),
  config: z.string(),
});

/** Maximum marks of the settings of a notification, as `parseJSON` counts them. Kuma writes about 100. */
const SETTINGS_MARKS_MAX = 10_000;
const CONFIG = z.record(z.string(), z.unknown());
type Config = z.output<typeof CONFIG>;

interface Translated {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Differences from Kuma, one sentence each. */
  readonly notes?: readonly string[];
}

/** Translates a notification's settings. Returns null if a setting is missing or has no counterpart. */
type Translate = (config: Config) => Translated | null;

/** Kuma's notification types with a counterpart: our type, and the translation of the settings. */
const TYPES: Readonly<Record<string, readonly [type: string, translate: Translate]>> = {
  discord: ['discord', discord],
  slack: ['slack', withOwnChannel('slackwebhookURL', 'slackchannel')],
  mattermost: ['mattermost', withOwnChannel('mattermostWebhookUrl', 'mattermostchannel')],
  'rocket.chat': ['rocketchat', withOwnChannel('rocketwebhookURL', 'rocketchannel')],
  GoogleChat: ['googlechat', required({ url: 'googleChatWebhookURL' })],
  teams: ['msteams', required({ url: 'webhookUrl' })],
  gotify: ['gotify', required({ server: 'gotifyserverurl', token: 'gotifyapplicationToken' })],
  matrix: ['matrix', required({ url: 'homeserverUrl', token: 'accessToken', room: 'internalRoomId' })],
  ntfy: ['ntfy', ntfy],
  Opsgenie: ['opsgenie', opsgenie],
  PagerDuty: ['pagerduty', pagerDuty],
  pushover: ['pushover', pushover],
  signal: ['signal', signal],
  telegram: ['telegram', telegram],
  webhook: ['webhook', webhook],
  smtp: ['email', mail],
};

/** Reads a notification of Kuma; null if it can't be read at all. */
export function readKumaNotification(entry: unknown): ImportChannel | null {
  const { data } = notification.safeParse(entry);
  if (data === undefined) return null;
  const config = parseConfig(data.config);
  const theirs = textOf(config.type) ?? 'unknown';
  const knownType = Object.hasOwn(TYPES, theirs) ? TYPES[theirs] : undefined;
  const translated = knownType?.[1](config) ?? null;
  const common = {
    key: data.id,
    name: data.name ?? textOf(config.name) ?? theirs,
    isDefault: data.isDefault === true,
  };
  if (knownType === undefined)
    return {
      ...common,
      create: null,
      reason: `Overdue can’t import notifications of the type ${theirs}.`,
    };
  const [type] = knownType;
  if (translated === null)
    return {
      ...common,
      create: null,
      reason: `Its settings have no exact counterpart in Overdue’s channel type ${type}.`,
    };
  const { settings, notes = [] } = translated;
  return { ...common, create: { type, settings }, reason: '', notes };
}

function parseConfig(text: string): Config {
  try {
    return CONFIG.catch({}).parse(parseJSON(text, SETTINGS_MARKS_MAX));
  } catch {
    return {};
  }
}

/** Returns a setting as text. Kuma stores some numbers as text and some as numbers, such as the ID of a Telegram chat. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Returns a translation that copies text settings under new names. */
function required(names: Readonly<Record<string, string>>): Translate {
  return (config) => {
    const entries = Object.entries(names).map(([ours, theirs]) => [ours, textOf(config[theirs])] as const);
    return entries.some(([, value]) => value === undefined)
      ? null
      : { settings: Object.fromEntries(entries) };
  };
}

/** Returns a translation for a chat webhook whose notification may name a different chat channel. */
function withOwnChannel(urlName: string, channelName: string): Translate {
  return (config) => {
    const url = textOf(config[urlName]);
    const channel = textOf(config[channelName]);
    if (url === undefined) return null;
    const notes =
      channel === undefined
        ? []
        : [`Messages go to the channel that the webhook belongs to, not to ${channel}.`];
    return { settings: { url }, notes };
  };
}

function discord(config: Config): Translated | null {
  const webhookURL = textOf(config.discordWebhookUrl);
  if (webhookURL === undefined || !URL.canParse(webhookURL)) return null;
  const url = new URL(webhookURL);
  const thread = textOf(config.threadId);
  if (config.discordChannelType === 'createNewForumPost') return null;
  if (config.discordChannelType === 'postToThread' && thread !== undefined)
    url.searchParams.set('thread_id', thread);
  return { settings: { url: url.href } };
}

function ntfy(config: Config): Translated | null {
  const { ntfyAuthenticationMethod: method } = config;
  const server = textOf(config.ntfyserverurl);
  const topic = textOf(config.ntfytopic);
  if (server === undefined || topic === undefined) return null;
  if (method === 'accessToken') {
    const token = textOf(config.ntfyaccesstoken);
    return token === undefined ? null : { settings: { server, topic, token } };
  }
  return method === 'usernamePassword' ? null : { settings: { server, topic } };
}

function opsgenie(config: Config): Translated | null {
  const apiKey = textOf(config.opsgenieApiKey);
  if (apiKey === undefined) return null;
  return { settings: { apiKey, site: config.opsgenieRegion === 'eu' ? 'eu' : 'us' } };
}

function pagerDuty(config: Config): Translated | null {
  const routingKey = textOf(config.pagerdutyIntegrationKey);
  if (routingKey === undefined) return null;
  const isEuropean = textOf(config.pagerdutyIntegrationUrl)?.includes('.eu.pagerduty.com') === true;
  return {
    settings: { routingKey, region: isEuropean ? 'eu' : 'us' },
    notes:
      config.pagerdutyAutoResolve === 'resolve' ? [] : ['A recovery resolves the incident in PagerDuty.'],
  };
}

function pushover(config: Config): Translated | null {
  const token = textOf(config.pushoverapptoken);
  const user = textOf(config.pushoveruserkey);
  const device = textOf(config.pushoverdevice);
  if (token === undefined || user === undefined) return null;
  return { settings: { token, user, ...(device === undefined ? {} : { device }) } };
}

/** Translates a Signal notification. Returns null for several recipients, because a channel has only one. */
function signal(config: Config): Translated | null {
  const url = textOf(config.signalURL);
  const sender = textOf(config.signalNumber);
  const recipient = textOf(config.signalRecipients);
  const server = url === undefined ? undefined : /^(.+)\/v2\/send\/?$/.exec(url)?.[1];
  if (server === undefined || sender === undefined || recipient === undefined || recipient.includes(','))
    return null;
  return { settings: { server, sender, recipient } };
}

function telegram(config: Config): Translated | null {
  const token = textOf(config.telegramBotToken);
  const chat = textOf(config.telegramChatID);
  const server = textOf(config.telegramServerUrl) ?? 'https://api.telegram.org';
  if (token === undefined || chat === undefined || !/^https:\/\/api\.telegram\.org\/?$/.test(server))
    return null;
  const thread = Number(config.telegramMessageThreadID ?? 0);
  return { settings: { token, chat, ...(Number.isInteger(thread) && thread > 0 ? { thread } : {}) } };
}

const HEADERS = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

function webhook(config: Config): Translated | null {
  const url = textOf(config.webhookURL);
  const headers = headersIn(textOf(config.webhookAdditionalHeaders));
  if (url === undefined || headers === null) return null;
  return {
    settings: {
      url,
      ...(textOf(config.httpMethod)?.toLowerCase() === 'get' ? { method: 'GET' } : {}),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
    },
    notes: ['The receiver gets Overdue’s JSON, which has other fields. A template can change the JSON.'],
  };
}

/** Reads additional headers; null if they aren't a JSON object of texts. */
function headersIn(text: string | undefined): Readonly<Record<string, string>> | null {
  if (text === undefined) return {};
  try {
    return HEADERS.safeParse(parseJSON(text, SETTINGS_MARKS_MAX)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns null for several recipients, because a channel has only one address. */
function mail({ smtpTo, smtpCC, smtpBCC }: Config): Translated | null {
  const to = textOf(smtpTo);
  if (to === undefined || /[,;\s<]/.test(to)) return null;
  return textOf(smtpCC) === undefined && textOf(smtpBCC) === undefined ? { settings: { to } } : null;
}
