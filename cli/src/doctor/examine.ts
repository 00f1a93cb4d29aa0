import { userInfo } from 'node:os';
import { CLOCK_AHEAD_MS_MAX } from '@overdue/domain/ping/reported-time.ts';
import { type Client, createClient } from '../../../sdk/src/client.ts';
import { exchange } from '../../../sdk/src/exchange.ts';
import type { ServiceOptions } from '../api/connect.ts';
import { credentialsOf } from '../config/credentials.ts';
import { stateFolder } from '../config/state-folder.ts';
import { discover } from '../discover/discover.ts';
import { openHost } from '../discover/host.ts';
import { failingChannels, hasChannel, noChannelText } from '../monitors/alert-channels.ts';
import { visibleLine } from '../print/plain.ts';
import { pluralize } from '../print/pluralize.ts';
import { distanceText, durationText } from '../print/times.ts';
import { CommandError, type CommandLine } from '../process/command-line.ts';
import { hasSpool, openSpool } from '../spool/spool.ts';

export interface Finding {
  readonly check: 'profile' | 'service' | 'clock' | 'token' | 'channels' | 'reports' | 'jobs';
  readonly result: 'ok' | 'warning' | 'problem';
  readonly text: string;
}

const TIMEOUT_MS = 10_000;
/** Minimum clock difference for a warning. The service's time has a resolution of one second. */
const CLOCK_WARNING_MS = 5000;
/** Maximum number of jobs that a warning names. */
const PLACES_MAX = 5;

/** Runs all checks of this host. */
export async function examine(cli: CommandLine, options: ServiceOptions): Promise<readonly Finding[]> {
  return [...(await examineService(cli, options)), examineReports(cli), ...examineJobs(cli, options)];
}

async function examineService(cli: CommandLine, options: ServiceOptions): Promise<readonly Finding[]> {
  let credentials: ReturnType<typeof credentialsOf>;
  try {
    credentials = credentialsOf(options, cli.env);
  } catch (error) {
    return [{ check: 'profile', result: 'problem', text: messageOf(error) }];
  }
  const { url, token, profile } = credentials;
  const source = profile === null ? 'OVERDUE_TOKEN' : `profile ${profile}`;
  const findings: Finding[] = [{ check: 'profile', result: 'ok', text: `${source}, ${url}` }];
  try {
    const startedAt = cli.clock.monotonic();
    const request = {
      url: `${url}/healthz`,
      init: {},
      limits: { silenceMs: TIMEOUT_MS, totalMs: TIMEOUT_MS },
      signal: undefined,
      fetch: cli.network.fetch,
    };
    const { status, headers } = await exchange(request, cli.clock);
    const took = Math.round(cli.clock.monotonic() - startedAt);
    findings.push({
      check: 'service',
      result: status === 200 ? 'ok' : 'problem',
      text: status === 200 ? `responds within ${took} ms` : `responds with ${status}`,
    });
    findings.push(clockFinding(cli.clock.now(), headers.get('Date')));
  } catch (error) {
    return [...findings, { check: 'service', result: 'problem', text: messageOf(error) }];
  }
  try {
    const client = createClient({ baseURL: url, token, fetch: cli.network.fetch }, cli.clock);
    const { email, team } = await client.accounts.get();
    findings.push({ check: 'token', result: 'ok', text: `${email}, team ${team?.name ?? 'unknown'}` });
    findings.push(await channelsFinding(client, url));
  } catch (error) {
    findings.push({ check: 'token', result: 'problem', text: messageOf(error) });
  }
  return findings;
}

async function channelsFinding(client: Client, url: string): Promise<Finding> {
  if (!(await hasChannel(client))) return { check: 'channels', result: 'warning', text: noChannelText(url) };
  const failing = await failingChannels(client);
  if (failing === null) return { check: 'channels', result: 'ok', text: 'alerts are sent' };
  return { check: 'channels', result: failing.isEvery ? 'problem' : 'warning', text: failing.text };
}

function clockFinding(now: number, date: string | null): Finding {
  const serviceTime = Date.parse(date ?? '');
  if (Number.isNaN(serviceTime))
    return { check: 'clock', result: 'warning', text: 'the response of the service has no valid date' };
  // The response's `Date` header has whole seconds, so the middle of the second is the best guess.
  const difference = now - (serviceTime + 500);
  const size = Math.abs(difference);
  const text = `${durationText(Math.round(size / 1000))} ${difference > 0 ? 'ahead of' : 'behind'} the service`;
  if (size < CLOCK_WARNING_MS) return { check: 'clock', result: 'ok', text: 'agrees with the service' };
  // If the clock is ahead by more than this limit, the service ignores the times in reports, because they lie in the future.
  return { check: 'clock', result: difference < CLOCK_AHEAD_MS_MAX ? 'warning' : 'problem', text };
}

function examineReports(cli: CommandLine): Finding {
  try {
    const folder = stateFolder(cli.env);
    if (!hasSpool(folder)) return { check: 'reports', result: 'ok', text: 'none waits' };
    const warnings: string[] = [];
    const spool = openSpool(folder, { now: cli.clock.now(), warn: (text) => warnings.push(text) });
    const waiting = spool.list().filter(({ isHeld }) => !isHeld);
    spool.close();
    const [first] = waiting;
    if (warnings.length > 0) return { check: 'reports', result: 'warning', text: warnings.join(' ') };
    if (first === undefined) return { check: 'reports', result: 'ok', text: 'none waits' };
    const since = distanceText(new Date(first.at).toISOString(), cli.clock.now());
    const reason = waiting.find((report) => report.reason !== null)?.reason;
    const isTooOld = waiting.every((report) => report.isTooOld);
    const text = `${waiting.length} waiting, the oldest from ${since}. ${reason ?? ''} Run: overdue ${isTooOld ? 'spool list' : 'flush'}`;
    return { check: 'reports', result: 'warning', text: visibleLine(text.replace('  ', ' ')) };
  } catch (error) {
    return { check: 'reports', result: 'problem', text: messageOf(error) };
  }
}

/** Finds jobs that could be monitored and are not, in all crontabs and units that the user may read. */
function examineJobs(cli: CommandLine, options: ServiceOptions): readonly Finding[] {
  const host = openHost({ root: null, user: userInfo().username, name: undefined });
  try {
    const jobs = discover(cli, host, options).assessed.jobs.filter(({ state }) => state !== 'skipped');
    const places = jobs.filter(({ state }) => state === 'unmonitored').map(({ place }) => place);
    if (jobs.length === 0) return [];
    if (places.length === 0)
      return [{ check: 'jobs', result: 'ok', text: `${pluralize(jobs.length, 'job')}, all monitored` }];
    const shown = `${places.slice(0, PLACES_MAX).join('; ')}${places.length > PLACES_MAX ? '; …' : ''}`;
    const text = `${places.length} of ${pluralize(jobs.length, 'job')} not monitored: ${shown}. Run: overdue discover`;
    return [{ check: 'jobs', result: 'warning', text: visibleLine(text) }];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [{ check: 'jobs', result: 'problem', text: error.message }];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
