import { expect, test } from 'vitest';
import type { PingType } from '../ping/ping.ts';
import { type ForwardedPing, forwardedCall } from './forwarded-ping.ts';

const RUN = '7f0a4f6e-3f9d-4e2f-9c54-0a7f6b1c2d3e';

function ping(type: PingType, more: Partial<ForwardedPing> = {}): ForwardedPing {
  return { type, runID: RUN, exitStatus: null, durationMs: null, ...more };
}

const PINGS: readonly ForwardedPing[] = [
  ping('start'),
  ping('ping'),
  ping('end', { exitStatus: 0 }),
  ping('fail'),
  ping('fail', { exitStatus: 17, durationMs: 1500 }),
  ping('log'),
];

function urls(target: string): readonly (string | null)[] {
  return PINGS.map(
    (forwarded) => forwardedCall(new URL(target), forwarded)?.url.replaceAll(RUN, 'RUN') ?? null,
  );
}

test.each([
  [
    'https://hc-ping.com/b1',
    ['b1/start?rid=RUN', 'b1?rid=RUN', 'b1/0?rid=RUN', 'b1/fail?rid=RUN', 'b1/17?rid=RUN', 'b1/log?rid=RUN'],
  ],
  [
    'https://hc.example.com/ping/key/job/?create=1',
    ['start', '', '0', 'fail', '17', 'log'].map((word) =>
      word === '' ? 'ping/key/job/?create=1&rid=RUN' : `ping/key/job/${word}?create=1&rid=RUN`,
    ),
  ],
  [
    'https://kuma.example.com/api/push/tok?status=up&msg=OK&ping=',
    [
      null,
      'api/push/tok?status=up&msg=OK&ping=',
      'api/push/tok?status=up&msg=OK&ping=',
      'api/push/tok?status=down&msg=failed&ping=',
      'api/push/tok?status=down&msg=exit+status+17&ping=1500',
      null,
    ],
  ],
  [
    'https://uptime.betterstack.com/api/v1/heartbeat/tok',
    [null, '', '/0', '/fail', '/17', null].map((end) => (end === null ? null : `api/v1/heartbeat/tok${end}`)),
  ],
  [
    'https://o1.ingest.sentry.io/api/7/cron/job/key/?environment=prod',
    [
      'status=in_progress&check_in_id=RUN',
      'status=ok&check_in_id=RUN',
      'status=ok&check_in_id=RUN',
      'status=error&check_in_id=RUN',
      'status=error&check_in_id=RUN&duration=1500',
      null,
    ].map((query) => (query === null ? null : `api/7/cron/job/key/?environment=prod&${query}`)),
  ],
  [
    'https://cronitor.link/p/key/job',
    [
      'state=run&series=RUN',
      'state=complete&series=RUN',
      'state=complete&series=RUN&status_code=0',
      'state=fail&series=RUN',
      'state=fail&series=RUN&status_code=17&metric=duration%3A1.5',
      null,
    ].map((query) => (query === null ? null : `p/key/job?${query}`)),
  ],
  [
    'https://nosnch.in/c2354d53d2',
    [null, 's=0&m=OK', 's=0&m=OK', 's=1&m=failed', 's=17&m=exit+status+17', null].map((query) =>
      query === null ? null : `c2354d53d2?${query}`,
    ),
  ],
  ['https://cronhub.io/ping/id-1', ['start/id-1', 'ping/id-1', 'finish/id-1', null, null, null]],
])('a request to %s has the form of that service', (target, paths) => {
  const { origin } = new URL(target);
  expect(urls(target)).toEqual(paths.map((path) => (path === null ? null : `${origin}/${path}`)));
});

test('a run ID that is not a UUID is omitted, because Healthchecks would refuse the ping', () => {
  const call = forwardedCall(new URL('https://hc-ping.com/b1'), ping('start', { runID: 'nightly-1' }));
  expect(call?.url).toBe('https://hc-ping.com/b1/start');
});

test('only services that keep a body get one', () => {
  const takers = [
    'https://hc-ping.com/b1',
    'https://x.example/api/v1/heartbeat/t',
    'https://cronitor.link/p/k/j',
  ];
  expect(takers.map((target) => forwardedCall(new URL(target), ping('fail'))?.takesBody)).toEqual([
    true,
    true,
    false,
  ]);
});
