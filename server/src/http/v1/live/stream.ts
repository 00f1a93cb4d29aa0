import { z } from 'zod';
import { maySeePingURLs } from '../../../domain/access/access.ts';
import { AppError } from '../../../domain/error.ts';
import type { LiveRefusal } from '../../../live/live.ts';
import { answerEvents } from '../api/answer.ts';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { writeTime } from '../api/times.ts';
import { createEventStream, dropConnection } from './event-stream.ts';

/** Browsers' own EventSource waits so long before it comes back. */
const RETRY_MS = 2000;

/** Messages and pauses, in seconds, by the reason of a refusal. */
const REFUSALS: Readonly<
  Record<LiveRefusal, { readonly message: string; readonly retryAfterSeconds: number }>
> = {
  full: {
    message: 'Too many live streams are open. Poll the API, or try again later.',
    retryAfterSeconds: 30,
  },
  person: {
    message:
      'You have too many live streams open, counted over all teams and tokens. Close one of them, or poll the API.',
    retryAfterSeconds: 30,
  },
  // A restart takes about a second.
  stopping: { message: 'The service is stopping. Connect again.', retryAfterSeconds: 1 },
};

const EXAMPLE =
  'event: hello\ndata: {"at":"2026-11-21T08:15:30.123Z"}\n\n' +
  'event: monitors\ndata: {"monitors":[{"shortID":"k3v9x2mq7d","status":"up"}],"deleted":[]}\n\n' +
  'event: changed\ndata: {"kinds":["incidents"]}\n\n';

const followTeam = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/live/',
  operationID: 'followTeam',
  ofProjects: true,
  tag: 'Live',
  summary: 'Follow the team',
  description:
    'Server-sent events, for as long as the access lasts. `hello` comes first, with `at`: what is read after it is no older ' +
    'than what follows. `monitors` has `monitors`, those that have changed, whole as the list has them, at most 500, and ' +
    '`deleted`, the `shortID`s of those that are no more; at most every 250 ms, so that several changes may come as one. ' +
    '`changed` has `kinds`, a hint to read something again: incidents, channels, deliveries, maintenance, escalations, projects, ' +
    'shares or team. After a connection that broke, read again what you show. `late` comes with time alone, and so without an ' +
    'event: a monitor that is `up` or `new` is late when `nextExpectedAt` is over.',
  permission: 'read',
  responses: {
    200: {
      description: 'Events, until the connection ends.',
      content: { 'text/event-stream': { schema: z.string(), example: EXAMPLE } },
    },
  },
  errors: [],
  async handle({ access, context }, { live, store, clock }) {
    if (context.req.method === 'HEAD') return answerEvents(null);
    const { stream, listener, whenCancelled } = createEventStream(() => dropConnection(context));
    const { leave, refused } = await live.join(access.teamID, {
      ...listener,
      audience: { showsPingURL: maySeePingURLs(access), projects: access.projects },
      userID: access.userID,
      holds: () => store.holds(access, clock.now()),
    });
    if (leave === null) {
      const { message, retryAfterSeconds } = REFUSALS[refused];
      throw new AppError('unavailable', message, { retryAfterSeconds });
    }
    whenCancelled(leave);
    listener.send(
      new TextEncoder().encode(
        `retry: ${RETRY_MS}\nevent: hello\ndata: {"at":"${writeTime(clock.now())}"}\n\n`,
      ),
    );
    return answerEvents(stream);
  },
});

export const LIVE_ENDPOINTS = [followTeam];
