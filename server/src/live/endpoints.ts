import { maySeePingURLs } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { createEventStream, dropConnection, dropWhenClientEnds } from '../api/event-stream.ts';
import { respondEvents } from '../api/respond.ts';
import { writeTime } from '../api/times.ts';
import { CHANGE_KINDS } from '../database/change-feed.ts';
import { compressEvents } from '../platform/http/compression.ts';
import { MONITORS_PER_EVENT } from './changes.ts';
import type { LiveRefusal } from './live.ts';

/** How long a browser's EventSource waits before it reconnects. */
const RETRY_MS = 2000;

const REFUSALS: Readonly<
  Record<LiveRefusal, { readonly message: string; readonly retryAfterSeconds: number }>
> = {
  full: {
    message: 'Too many live streams are open. Poll the API, or try again later.',
    retryAfterSeconds: 30,
  },
  person_full: {
    message:
      'You have too many live streams open, across all teams and tokens. Close one of them, or poll the API.',
    retryAfterSeconds: 30,
  },
  // A restart takes about a second.
  stopping: { message: 'The service is stopping. Connect again.', retryAfterSeconds: 1 },
};

const EXAMPLE =
  'event: hello\ndata: {"at":"2026-11-21T08:15:30.123Z"}\n\n' +
  'event: monitors\ndata: {"monitors":[{"shortID":"k3v9x2mq7d","status":"up"}],"deleted":[]}\n\n' +
  'event: changed\ndata: {"kinds":["incidents"]}\n\n';

const query = z.object({
  view: z.enum(['rows']).optional().meta({
    description:
      '`rows`: the monitors of events are those of `GET /v1/monitors/rows/`, and the stream is compressed if the client accepts gzip.',
    example: 'rows',
  }),
});

const followTeam = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/live/',
  operationID: 'followTeam',
  allowsProjectTokens: true,
  tag: 'Live',
  summary: 'Follow the team',
  description:
    'Server-sent events until access ends. `hello` comes first, with the time `at`. If you read your data after `hello`, you miss no ' +
    `later event. \`monitors\` has up to ${MONITORS_PER_EVENT} changed \`monitors\`, complete as in the list, and the \`shortID\`s of \`deleted\` ones. It ` +
    'comes at most every 250 ms, so several changes may be combined. `changed` has `kinds` to read again: ' +
    `${CHANGE_KINDS.slice(0, -1).join(', ')} or ${CHANGE_KINDS.at(-1)}. ` +
    'After a lost connection, read your data again. `late` depends only on time and has no event: a monitor that is `up` or ' +
    '`new` becomes late when `nextExpectedAt` passes.',
  permission: 'read',
  query,
  responses: {
    200: {
      description: 'Events, until the connection ends.',
      content: { 'text/event-stream': { schema: z.string(), example: EXAMPLE } },
    },
  },
  errors: [],
  async handle({ access, context, query: { view } }, { live, store, clock }) {
    if (context.req.method === 'HEAD') return respondEvents(null);
    const { stream, listener, whenCancelled } = createEventStream(() => dropConnection(context));
    const { leave, refused } = await live.join(access.teamID, {
      ...listener,
      audience: {
        showsPingURL: maySeePingURLs(access),
        projects: access.projects,
        rowsOnly: view === 'rows',
      },
      userID: access.userID,
      hasAccess: () => store.hasAccess(access, clock.now()),
    });
    if (leave === null) {
      const { message, retryAfterSeconds } = REFUSALS[refused];
      throw new AppError('unavailable', message, { retryAfterSeconds });
    }
    whenCancelled(leave);
    dropWhenClientEnds(context);
    listener.send(
      new TextEncoder().encode(
        `retry: ${RETRY_MS}\nevent: hello\ndata: {"at":"${writeTime(clock.now())}"}\n\n`,
      ),
    );
    // Complete monitors contain texts of whoever pings, beside the ping URLs of others, so that only rows are compressed.
    return view === 'rows' ? compressEvents(context, respondEvents(stream)) : respondEvents(stream);
  },
});

export const LIVE_ENDPOINTS = [followTeam];
