import { z } from 'zod';
import type { Access } from '../../../domain/access/access.ts';
import type { Run } from '../../../domain/run.ts';
import { type ExpectedSpan, expectedSpans } from '../../../domain/schedule/expected-spans.ts';
import { DAY_MS } from '../../../domain/time-units.ts';
import { yieldToPings } from '../../../runtime/yield-to-pings.ts';
import type { MonitorFilter } from '../../../store/monitors/contract.ts';
import type { MonitorRecord } from '../../../store/records.ts';
import { answer } from '../api/answer.ts';
import { endpoint, NO_INPUT, type V1Parts } from '../api/endpoint.ts';
import { invalid } from '../api/problems.ts';
import { searchText, time, timeInput } from '../api/schemas.ts';
import { writeTime } from '../api/times.ts';
import { success } from '../docs/responses.ts';
import { checkSpan, type Span } from './run-span.ts';

const SPAN_DAYS_MAX = 8;
/** Monitors read per query, and monitors whose runs are read together. Kept small so that pings don't wait long. */
const CHUNK = 250;
const RUNS_CHUNK = 25;
/** Newest runs of which the usual duration is the median. */
const USUAL_RUNS = 10;
const FILTER_LENGTH_MAX = 200;

const expectedRuns = z
  .object({
    shortID: z.string().meta({ description: '`shortID` of the monitor.', example: 'k3v9x2mq7d' }),
    usualDuration: z
      .number()
      .nullable()
      .meta({
        description: `Median duration of the succeeded ones among the last ${USUAL_RUNS} runs, in seconds; null if none was measured.`,
        example: 181.4,
      }),
    spans: z
      .array(
        z
          .object({
            firstAt: time('First expected run.', '2026-11-22T00:00:00.000Z'),
            lastAt: time('Last expected run; the same for a single run.', '2026-11-22T00:00:00.000Z'),
          })
          .meta({ id: 'ExpectedSpan' }),
      )
      .meta({
        description: 'Expected runs, oldest first. Runs at most 15 minutes apart are one span.',
      }),
  })
  .meta({ id: 'ExpectedRuns' });

const listExpectedRuns = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/runs/expected/',
  operationID: 'listExpectedRuns',
  allowsProjectTokens: true,
  tag: 'History',
  summary: 'List expected runs',
  description:
    'When each job is expected to run, and how long it usually takes. Leaves out monitors that expect no run in the span, and paused ones.',
  permission: 'read',
  query: z.object({
    from: timeInput.optional().meta({
      description: 'Start, RFC 3339. Default, and earliest: now.',
      example: '2026-11-21T18:00:00Z',
    }),
    to: timeInput.optional().meta({
      description: `End, RFC 3339, at most ${SPAN_DAYS_MAX} days later. Default: a day later.`,
      example: '2026-11-22T09:00:00Z',
    }),
    project: searchText(1, FILTER_LENGTH_MAX).optional().meta({
      description: 'Only monitors of the project with this `shortID`.',
      example: 'p7w4nc2h9t',
    }),
    tag: searchText(1, FILTER_LENGTH_MAX)
      .optional()
      .meta({ description: 'Only monitors with this tag.', example: 'prod' }),
  }),
  responses: success(200, 'The expected runs by monitor, oldest monitor first.', {
    expected: z.array(expectedRuns),
  }),
  errors: ['invalid'],
  async handle({ access, query }, { store, clock }) {
    const from = Math.max(clock.now(), query.from ?? 0);
    const span = checkSpan({ from, to: query.to ?? from + DAY_MS });
    if (span.to - span.from > SPAN_DAYS_MAX * DAY_MS)
      throw invalid([{ path: 'to', message: `This must be at most ${SPAN_DAYS_MAX} days after the start.` }]);
    const filter = {
      ...(access.projects === null ? {} : { projects: access.projects }),
      ...(query.project === undefined ? {} : { projectShortID: query.project }),
      ...(query.tag === undefined ? {} : { tag: query.tag }),
    };
    const expecting = await findExpecting(store, { access, filter, span });
    const usual = await readUsualDurations(
      store,
      expecting.map(({ monitor }) => monitor.id),
    );
    return answer(200, {
      expected: expecting.map(({ monitor, spans }) => ({
        shortID: monitor.shortID,
        usualDuration: usual.get(monitor.id) ?? null,
        spans: spans.map(({ firstAt, lastAt }) => ({
          firstAt: writeTime(firstAt),
          lastAt: writeTime(lastAt),
        })),
      })),
    });
  },
});

export const EXPECTED_RUN_ENDPOINTS = [listExpectedRuns];

interface Expecting {
  readonly monitor: MonitorRecord;
  readonly spans: readonly ExpectedSpan[];
}

async function findExpecting(
  store: V1Parts['store'],
  { access, filter, span }: { readonly access: Access; readonly filter: MonitorFilter; readonly span: Span },
): Promise<readonly Expecting[]> {
  const expecting: Expecting[] = [];
  for (let afterID = 0; ; ) {
    const chunk = await store.listMonitors(access.teamID, { ...filter, afterID, limit: CHUNK });
    for (const listed of chunk) {
      const monitor = listed.read();
      const { state, rules } = monitor;
      if (state.paused || state.nextExpectedAt === null) continue;
      const spans = expectedSpans(rules.schedule, { ...span, nextAt: state.nextExpectedAt });
      if (spans.length > 0) expecting.push({ monitor, spans });
    }
    if (chunk.length < CHUNK) return expecting;
    afterID = chunk.at(-1)?.id ?? afterID;
    await yieldToPings();
  }
}

async function readUsualDurations(
  store: V1Parts['store'],
  monitorIDs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const usual = new Map<number, number>();
  for (let start = 0; start < monitorIDs.length; start += RUNS_CHUNK) {
    const newest = await store.listNewestRuns(monitorIDs.slice(start, start + RUNS_CHUNK), USUAL_RUNS);
    for (const [id, runs] of newest) {
      const seconds = usualSeconds(runs);
      if (seconds !== null) usual.set(id, seconds);
    }
    await yieldToPings();
  }
  return usual;
}

function usualSeconds(runs: readonly Run[]): number | null {
  const durations = runs
    .flatMap(({ state, durationMs }) => (state === 'succeeded' && durationMs !== null ? [durationMs] : []))
    .sort((a, b) => a - b);
  const median = durations[Math.floor((durations.length - 1) / 2)];
  return median === undefined ? null : median / 1000;
}
