import type { HttpBindings } from '@hono/node-server';
import { AppError } from '@overdue/domain/error.ts';
import type { StatusFacts } from '@overdue/domain/monitor/state.ts';
import { Hono } from 'hono';
import type { AddressLimit } from '../../api/address-limit.ts';
import { readProjectMonitors } from '../../monitors/find-monitor.ts';
import { badgeSVG } from '../../public-pages/badge.ts';
import { createTimedCache } from '../../public-pages/timed-cache.ts';
import { ALL, BADGE_FORMATS, type BadgeFormat, findCheckBadge, findTagBadge } from './badge-address.ts';
import { checkStatus } from './check-json.ts';
import type { ManagementDependencies } from './management-request.ts';
import { allowOrigins } from './management-response.ts';

/** How long the checks of a badge are cached. */
const CACHE_MS = 10_000;
const KEPT_BADGES_MAX = 200;
/** Maximum checks cached for all badges together. */
const KEPT_CHECKS_MAX = 100_000;
/** Label of the badge of all checks of a project. */
const ALL_LABEL = 'overdue';
const METHODS = ['GET'];
const NAME = /^(?<name>.*)\.(?<format>[a-z]+)$/s;

type Checks = readonly StatusFacts[];

/** Serves badges. Readers have no API key: the signature in the URL authorizes the request. */
export function createBadges(
  { store, clock, sign }: Pick<ManagementDependencies, 'store' | 'clock' | 'sign'>,
  limit: AddressLimit,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  const kept = createTimedCache<Checks>({
    keepMs: CACHE_MS,
    entriesMax: KEPT_BADGES_MAX,
    sizeMax: KEPT_CHECKS_MAX,
    sizeOf: (checks) => checks.length,
  });
  const respond = (
    checks: Checks,
    badge: { readonly label: string; readonly showsLate: boolean; readonly format: BadgeFormat },
  ) =>
    badgeResponse(
      badge.format,
      writeBadge(
        badge.format,
        badge.label,
        countForBadge(checks, { now: clock.now(), showsLate: badge.showsLate }),
      ),
    );

  async function ofTag(project: string, signature: string, { name: tag, format }: BadgeName) {
    const badge = await findTagBadge({ project, signature, tag }, { store, sign });
    if (badge === null) throw noSuchBadge();
    const { ofProject, showsLate } = badge;
    const checks = await kept.take(`${ofProject.projectShortID} ${tag}`, clock.monotonic(), async () => {
      const facts: StatusFacts[] = [];
      const chunks = readProjectMonitors(ofProject, store, tag === ALL ? undefined : tag);
      for await (const chunk of chunks) facts.push(...chunk.map(({ read }) => statusFactsOf(read())));
      return facts;
    });
    return respond(checks, { label: tag === ALL ? ALL_LABEL : tag, format, showsLate });
  }

  async function ofCheck(states: string, { name: key, format }: BadgeName) {
    const badge = await findCheckBadge(key, { store, sign });
    if (badge === null) throw noSuchBadge();
    const [record] = await store.findMonitors(badge.teamID, { shortIDs: [badge.shortID] });
    if (record === undefined) throw noSuchBadge();
    return respond([record], { label: record.details.name, format, showsLate: states === '3' });
  }

  app.get('/badge/:project/:signature/:name', (context) => {
    limit(context);
    const { project, signature, name } = context.req.param();
    return ofTag(project, signature, readName(name));
  });
  app.get('/badge/:project/:name', (context) => {
    limit(context);
    const { name: signature, format } = readName(context.req.param('name'));
    return ofTag(context.req.param('project'), signature, { name: ALL, format });
  });
  app.get('/b/:states{[0-9]+}/:name', (context) => {
    limit(context);
    return ofCheck(context.req.param('states'), readName(context.req.param('name')));
  });
  return app;
}

interface BadgeName {
  readonly name: string;
  readonly format: BadgeFormat;
}

function readName(text: string): BadgeName {
  const { name, format: ending } = NAME.exec(text)?.groups ?? {};
  const format = BADGE_FORMATS.find((candidate) => candidate === ending);
  if (name === undefined || format === undefined) throw noSuchBadge();
  return { name, format };
}

function noSuchBadge(): AppError {
  return new AppError('not_found', 'There is no such badge. Copy its address from the list of badges.');
}

function badgeResponse(format: BadgeFormat, body: string): Response {
  const headers = {
    'Content-Type': badgeType(format),
    'Cache-Control': 'max-age=0, no-cache, no-store, must-revalidate, private',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  };
  return allowOrigins(new Response(body, { status: 200, headers }), METHODS);
}

type BadgeStatus = 'up' | 'late' | 'down';

/** Summary of a badge's checks. */
interface BadgeCounts {
  readonly status: BadgeStatus;
  readonly total: number;
  readonly grace: number;
  readonly down: number;
}

const SHIELDS_COLOURS: Readonly<Record<BadgeStatus, string>> = {
  up: 'success',
  late: 'important',
  down: 'critical',
};

const TYPES: Readonly<Record<BadgeFormat, string>> = {
  svg: 'image/svg+xml',
  json: 'application/json',
  shields: 'application/json',
};

/** Keeps only what a status needs, because many monitors are cached. */
function statusFactsOf({ rules: { kind }, state }: StatusFacts): StatusFacts {
  return { rules: { kind }, state };
}

function countForBadge(
  records: readonly StatusFacts[],
  { now, showsLate }: { readonly now: number; readonly showsLate: boolean },
): BadgeCounts {
  const statuses = records.map((record) => checkStatus(record, now));
  const grace = statuses.filter((status) => status === 'grace').length;
  const down = statuses.filter((status) => status === 'down').length;
  const status = down > 0 ? 'down' : grace > 0 && showsLate ? 'late' : 'up';
  return { status, total: statuses.length, grace, down };
}

function writeBadge(format: BadgeFormat, label: string, counts: BadgeCounts): string {
  const { status } = counts;
  switch (format) {
    case 'svg':
      return badgeSVG({ label, message: status, overall: status }, 'flat');
    case 'json':
      return JSON.stringify(counts);
    case 'shields':
      return JSON.stringify({ schemaVersion: 1, label, message: status, color: SHIELDS_COLOURS[status] });
  }
}

function badgeType(format: BadgeFormat): string {
  return TYPES[format];
}
