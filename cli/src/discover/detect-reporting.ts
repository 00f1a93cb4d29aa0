import { PING_ID_LENGTH } from '@overdue/domain/ping/ping.ts';

/** Service to which a job reports. */
export type Reporting =
  | { readonly to: 'overdue'; readonly urls: readonly string[] }
  /** Another monitoring service, or another address of Overdue. */
  | { readonly to: 'elsewhere'; readonly name: string }
  | { readonly to: 'nothing' };

const URLS = /https?:\/\/[^\s'"`;|&<>()\\]+/g;
/** Matches Overdue's own command and shell script. */
const OWN_COMMAND = /(?:^|[\s/;&|('"])(?:overdue(?:\.js)?\s+(?:exec|ping|unit)\b|overdue-exec\.sh\s)/;
/** Matches the path of an Overdue ping URL with a ping ID or a UUID. */
const PING_PATH = new RegExp(
  `/ping/(?:[A-Za-z0-9]{${PING_ID_LENGTH}}|[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})(?:/|$)`,
  'i',
);
/** Matches the ping paths that docs/dialects.md lists, and the paths that runitor uses. */
const PING_PATHS =
  /^(?:ping(?:\/|$)|p\/|api\/push\/|api\/v1\/heartbeat\/|api\/\d+\/(?:cron|envelope)\/|(?:start|finish|fail)\/\w|[\w-]{8,}(?:\/(?:run|complete|fail|ok))?\/?(?:\?|$))/;
/** Clients of other services that run a command or report about it. Each pattern matches the words after the path of the program. */
const CLIENTS: readonly (readonly [pattern: string, service: string])[] = [
  ['runitor', 'Healthchecks'],
  ['hchk', 'Healthchecks'],
  ['hc-ping', 'Healthchecks'],
  ['healthchecks-monitor', 'Healthchecks'],
  [String.raw`cronitor\s(?:.*\s)?(?:exec|ping)`, 'Cronitor'],
  [String.raw`sentry-cli\s(?:.*\s)?(?:monitors|crons?)\s+(?:run|exec)`, 'Sentry'],
  ['dms', "Dead Man's Snitch"],
  ['(?:cronhub|cronhub-cli)', 'Cronhub'],
  ['healthchecks-io', 'Healthchecks'],
];
const CLIENT_PATTERNS = CLIENTS.map(
  ([pattern, service]) => [new RegExp(`(?:^|[\\s/;&|('"])${pattern}\\s`), service] as const,
);
/** Matches the path of an Uptime Kuma push monitor. */
const PUSH_PATH = /^https?:\/\/[^/]+\/(?:.*\/)?api\/push\/\w/;
const OTHER_SERVICES: ReadonlyMap<string, string> = new Map([
  ['hc-ping.com', 'Healthchecks'],
  ['healthchecks.io', 'Healthchecks'],
  ['cronitor.link', 'Cronitor'],
  ['cronitor.io', 'Cronitor'],
  ['betteruptime.com', 'Better Stack'],
  ['nosnch.in', "Dead Man's Snitch"],
  ['deadmanssnitch.com', "Dead Man's Snitch"],
  ['betterstack.com', 'Better Stack'],
  ['ping.checklyhq.com', 'Checkly'],
  ['ping.ohdear.app', 'Oh Dear'],
  ['heartbeat.uptimerobot.com', 'UptimeRobot'],
  ['push.statuscake.com', 'StatusCake'],
  ['pulse.updown.io', 'updown.io'],
  ['pushmon.com', 'PushMon'],
  ['api.honeybadger.io', 'Honeybadger'],
  ['appsignal-endpoint.net', 'AppSignal'],
  ['hetrixtools.com', 'HetrixTools'],
  ['opsgenie.com', 'Opsgenie'],

  ['cronhub.io', 'Cronhub'],
  ['sentry.io', 'Sentry'],
]);

/**
 * Returns the service to which a job reports, judged by the ping URLs and the clients in its text.
 * @param serviceURL address of Overdue without a trailing slash; null if unknown
 */
export function reportingOf(text: string, serviceURL: string | null): Reporting {
  const urls = (text.match(URLS) ?? []).map((url) =>
    url.replaceAll('\\%', '%').replace(/(?<![.,])[.,]+$/, ''),
  );
  const own = urls.filter((url) => (serviceURL === null ? PING_PATH.test(url) : isPingURL(url, serviceURL)));
  if (own.length > 0) return { to: 'overdue', urls: own };
  const otherService = urls.map(otherServiceOf).find((name) => name !== null);
  if (otherService !== undefined && otherService !== null) return { to: 'elsewhere', name: otherService };
  const unknown = urls.find((url) => PING_PATH.test(url) || PUSH_PATH.test(url));
  if (unknown !== undefined) return { to: 'elsewhere', name: URL.parse(unknown)?.host ?? 'another service' };
  if (OWN_COMMAND.test(text)) return { to: 'overdue', urls: [] };
  const client = CLIENT_PATTERNS.find(([pattern]) => pattern.test(text));
  return client === undefined ? { to: 'nothing' } : { to: 'elsewhere', name: client[1] };
}

/** Whether a URL is a ping URL of the service, either in Overdue's own form or in the form of another service. */
function isPingURL(url: string, serviceURL: string): boolean {
  return url.startsWith(`${serviceURL}/`) && PING_PATHS.test(url.slice(serviceURL.length + 1));
}

function otherServiceOf(url: string): string | null {
  const host = URL.parse(url)?.hostname ?? '';
  const name = [...OTHER_SERVICES].find(([domain]) => host === domain || host.endsWith(`.${domain}`));
  return name?.[1] ?? null;
}
