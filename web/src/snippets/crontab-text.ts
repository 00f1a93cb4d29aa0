import type { ImportItem } from '@overdue/sdk';
import { inCrontab, reportingCrontab } from './reporting-crontab.ts';

const ASSIGNMENT = /^[A-Za-z_]\w*\s*=/;

/** Whether a pasted text contains several jobs. If so, the user selects the jobs to monitor. */
export function hasSeveralJobs(text: string): boolean {
  const jobs = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !ASSIGNMENT.test(line));
  return jobs.length > 1;
}

type Line = Pick<ImportItem, 'crontabLine' | 'pingURL' | 'keepsPingID'>;

/**
 * Returns the crontab, edited so that the jobs of new monitors report. If a command contains the address of another service with
 * the ping ID of its monitor, the address becomes the monitor's ping URL. All other text is unchanged.
 */
export function reportingLines(text: string, created: readonly Line[]): string {
  const lines = text.split('\n');
  for (const { crontabLine, pingURL, keepsPingID } of created) {
    if (crontabLine === null || pingURL === null) continue;
    const index = crontabLine.number - 1;
    const line = lines[index] ?? '';
    const end = line.endsWith('\r') ? '\r' : '';
    lines[index] = keepsPingID ? withAddress(line, pingURL) : reportingCrontab(crontabLine, pingURL) + end;
  }
  return lines.join('\n');
}

/** Matches the part of a ping URL before and including a UUID, as in addresses of Healthchecks. */
const UUID_ADDRESS =
  /(?:https?:\/\/)?[\w.:[\]-]+(?:\/[\w.~%-]+)*?\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=[/\s'"?]|$)/gi;

/** Replaces the addresses in a line that end with the ping ID of a ping URL. */
function withAddress(line: string, pingURL: string): string {
  const own = pingURL.slice(pingURL.lastIndexOf('/') + 1).toLowerCase();
  return line.replaceAll(UUID_ADDRESS, (address, id: string) =>
    id.toLowerCase() === own ? inCrontab(pingURL) : address,
  );
}

/** Hosts of services that receive reports of jobs. */
const SERVICES = [
  'hc-ping.com',
  'hchk.io',
  'healthchecks.io',
  'cronitor.link',
  'cronitor.io',
  'nosnch.in',
  'deadmanssnitch.com',
  'betterstack.com',
  'betteruptime.com',
  'cronhub.io',
  'checklyhq.com',
  'uptimerobot.com',
  'statuscake.com',
  'opsgenie.com',
  'ingest.sentry.io',
  'sentry.io',
  'pushmon.com',
  'wdt.io',
  'freshping.io',
  'site24x7.com',
  'oh-dear.app',
  'ohdear.app',
  'phare.io',
  'oneuptime.com',
  'cronalarm.com',
  'uptime.com',
] as const;
/** Paths that installations of Uptime Kuma, Healthchecks and Sentry use, on any host. */
const SERVICE_PATHS =
  /^(?:\/[\w-]+)?\/(?:api\/push\/\w|ping\/[\w-]{22}|ping\/[0-9a-f]{8}-[0-9a-f-]{27}|api\/\d+\/cron\/|api\/v\d\/heartbeat\/)/i;
const ADDRESS =
  /(?:https?:\/\/(?:[^\s@/'"]*@)?)?((?:[a-z\d-]+\.)+[a-z]{2,}|localhost|\d+(?:\.\d+){3}|\[[\da-f:]+\])(?::\d+)?(\/[^\s'"]*)?/gi;

export interface OtherReceiver {
  readonly host: string;
  /** Numbers of the lines that report there, counted from 1. */
  readonly lines: readonly number[];
}

/** Finds the lines of a crontab that report to another service than the one of `ownURL`. */
export function findOtherReceivers(text: string, ownURL: string): readonly OtherReceiver[] {
  const own = new URL(ownURL).hostname.toLowerCase();
  const found = new Map<string, number[]>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trimStart().startsWith('#')) continue;
    const hosts = new Set(
      [...line.matchAll(ADDRESS)]
        .map(([, host = '', path = '']) => ({ host: host.toLowerCase(), path }))
        .filter(({ host, path }) => host !== own && (isService(host) || SERVICE_PATHS.test(path)))
        .map(({ host }) => host),
    );
    for (const host of hosts) found.set(host, [...(found.get(host) ?? []), index + 1]);
  }
  return [...found].map(([host, lines]) => ({ host, lines }));
}

function isService(host: string): boolean {
  return SERVICES.some((service) => host === service || host.endsWith(`.${service}`));
}
