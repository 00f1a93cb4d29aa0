import type { HttpBindings } from '@hono/node-server';
import { networkOf } from '@overdue/domain/network.ts';
import { coverage } from '@overdue/domain/on-call/on-call.ts';
import type { Roster } from '@overdue/domain/on-call/schedule.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { type Context, Hono } from 'hono';
import { requireRate } from '../api/authentication.ts';
import type { OnCallStore } from '../on-call/contract.ts';
import { type CalendarEvent, writeCalendar } from '../on-call/icalendar.ts';
import { encodeDocument, respondDocument } from '../platform/http/public-document.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import { hashToken, looksLikeCalendarToken } from '../platform/security/token.ts';
import type { TeamStore } from '../teams/contract.ts';
import { FORMATS } from './formats.ts';

interface OnCallFeedDependencies {
  readonly store: OnCallStore & Pick<TeamStore, 'listMembers'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Base URL without a trailing slash. */
  readonly baseURL: string;
  readonly rate: { readonly perSecond: number; readonly burst: number };
  readonly remoteAddress: (context: Context<{ Bindings: HttpBindings }>) => string;
}

const ADDRESSES_MAX = 100_000;
const BACK_MS = 31 * DAY_MS;
const AHEAD_MS = 120 * DAY_MS;
const ENDING = '.ics';

/** Serves the calendar of a member's shifts. The secret token in its address is the credential. */
export function createOnCallFeed(dependencies: OnCallFeedDependencies): Hono<{ Bindings: HttpBindings }> {
  const { store, clock, baseURL, rate, remoteAddress } = dependencies;
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  const limit = createRateLimit<string>({ ...rate, keysMax: ADDRESSES_MAX });
  const { headers, missing } = FORMATS.calendar;
  const common = {
    ...securityHeaders(baseURL),
    ...headers,
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  };

  app.get('/calendar/on-call/:name', async (context) => {
    requireRate(
      limit.take(networkOf(remoteAddress(context)), clock.now()),
      'Too many requests from this address.',
    );
    const name = context.req.param('name');
    const token = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : '';
    const contact = looksLikeCalendarToken(token)
      ? await store.onCall.contacts.findInAnyTeam(hashToken(token))
      : null;
    if (contact === null) return new Response(missing, { status: 404, headers: common });
    const { teamID, memberID } = contact;
    const members = new Set((await store.listMembers({ teamID })).map(({ id }) => id));
    const overrides = await store.onCall.overrides.list(teamID);
    const rosters = (await store.onCall.schedules.list(teamID)).map((schedule) => ({
      schedule,
      overrides: overrides.filter((override) => override.schedule === schedule.shortID),
    }));
    const options = { now: clock.now(), memberID, members, host: new URL(baseURL).hostname };
    return respondDocument(context, await encodeDocument(shiftsCalendar(rosters, options)), common);
  });
  return app;
}

/** Writes a member's shifts from a month ago to four months ahead. */
function shiftsCalendar(
  rosters: readonly Roster[],
  {
    now,
    memberID,
    members,
    host,
  }: {
    readonly now: number;
    readonly memberID: string;
    readonly members: ReadonlySet<string>;
    readonly host: string;
  },
): string {
  // Rounded to the day, so that the response stays the same until something changes.
  const asOf = Math.floor(now / DAY_MS) * DAY_MS;
  const window = { from: asOf - BACK_MS, to: asOf + AHEAD_MS };
  const events = rosters.flatMap((roster) => {
    const { shortID, name, timezone } = roster.schedule;
    return coverage(roster, window, (id) => members.has(id))
      .spans.filter((span) => span.memberID === memberID)
      .map(
        ({ from, to, override }): CalendarEvent => ({
          uid: `on-call-${shortID}-${from}@${host}`,
          summary: `On call: ${name}`,
          description:
            override === null
              ? `Your shift in ${name} (${timezone}).`
              : `You cover for another member in ${name} (${timezone}).`,
          categories: 'On call',
          when: { type: 'span', from, to },
        }),
      );
  });
  return writeCalendar({ name: 'On call', product: 'On call', asOf, events });
}
