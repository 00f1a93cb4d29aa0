import { type Access, endingToken } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { countMarks, requireFewNames } from '@overdue/domain/json.ts';
import type { z } from 'zod';
import type { ValidatedTeamRequest } from '../api/checked-request.ts';
import type { V1Parts } from '../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { memberName } from '../api/member-name.ts';
import { requireFreshSignIn, requireLastingAccess, requirePermission } from '../api/permission.ts';
import type { RequestProgress } from '../api/request-progress.ts';
import { respond } from '../api/respond.ts';
import { success, withProgress } from '../api/responses.ts';
import { CHANNELS_MAX } from '../channels/endpoints/schema.ts';
import type { SourceContent } from '../compat/source/item.ts';
import { requireWanted } from '../compat/source/source-connection.ts';
import { writePingURL } from '../monitors/json.ts';
import { initialDetails } from '../monitors/settings/detail-fields.ts';
import { projectForNew } from '../projects/endpoints/find-project.ts';
import { applyImport } from './apply-import.ts';
import { fetchSource } from './fetch-source.ts';
import { collisionsOf, type ImportPlan, type PlannedItem } from './plan.ts';
import { type ImportParts, prepareImport } from './prepare.ts';
import { readSource } from './read-source.ts';
import { type CreatedItem, importBody, importSchema, writeImport } from './schema.ts';

const BODY_BYTES_MAX = 20_000_000;
/**
 * Maximum marks of all files together, as {@link countMarks} counts them. Each takes a parser time. An export of 20 MB by another
 * service has fewer.
 */
const FILE_MARKS_MAX = 1_500_000;
/** Maximum names listed in an audit entry. */
const NAMED_MAX = 50;

const PROGRESS_EXAMPLE =
  '{"progress":{"step":"read","done":40,"total":200}}\n' +
  '{"progress":{"step":"write","done":200,"total":200}}\n' +
  '{"status":200,"body":{"success":true,"data":{"import":{"isApplied":true}}}}\n';

const importMonitors = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/imports/',
  operationID: 'importMonitors',
  tag: 'Imports',
  summary: 'Import monitors',
  description:
    'Reads monitors from another service, or from crontabs and systemd timers. By default, the response only shows the plan: what each ' +
    'item becomes, what can’t be kept and why, and what collides. With `"dryRun": false`, everything is created in one ' +
    'transaction, or nothing. Importing twice changes nothing. Up to 20,000 items and 20 MB. A new monitor is `new` until its ' +
    'first ping, unless `continueStatus` is true. An import itself causes no alerts. With `Accept: application/x-ndjson`, the response ' +
    'is a stream of lines: `progress` with `step` (`read`, `plan`, `write` or `history`), `done` and `total` (null if unknown), at ' +
    'least every 10 s, and a last line with the `status` and `body` of the usual response. Closing the connection before the ' +
    'step `write` cancels the import.',
  permission: 'write',
  body: importBody,
  bodyLimits: { bytesMax: BODY_BYTES_MAX },
  limitRunning: ({ access }, { runningImports }, work) => runningImports.run(access.teamID, work),
  bodyExample: { source: 'healthchecks', files: [{ name: 'checks.json', text: '{"checks":[]}' }] },
  responses: withProgress(
    success(200, 'The plan, or the changes that were made.', { import: importSchema }),
    PROGRESS_EXAMPLE,
  ),
  errors: ['allowance_used_up', 'conflict', 'not_found'],
  reportsProgress: true,
  handle: planOrApply,
});

export const IMPORT_ENDPOINTS = [importMonitors];

async function planOrApply(
  {
    access,
    body,
    audit,
    progress,
    context,
  }: ValidatedTeamRequest<unknown, unknown, z.output<typeof importBody>>,
  parts: V1Parts,
): Promise<Response> {
  const project = await projectForNew(access, body.projectShortID ?? null, parts.store);
  const target = { teamID: access.teamID, project, continuesStatus: body.continueStatus };
  const content = await readContent(body, parts, { teamID: access.teamID, progress });
  const importing = {
    ...importParts(parts, await memberName(access, parts.store), access),
    report: progress.report,
    mayTry: (pingID: string) =>
      parts.chosenPingIDs.mayTry(pingID, { teamID: access.teamID, address: parts.remoteAddress(context) }),
  };
  const keys = { pingKey: body.pingKey, apiKey: body.keepKey ? body.account?.key : undefined };
  const plan = await prepareImport({ source: body.source, content, keys }, target, importing);
  if (body.dryRun) {
    audit({ isUnchanged: true });
    return respond(200, { import: await writeImport(plan, null) });
  }
  if (!body.skipCollisions) refuseCollisions(plan);
  requireGrants(access, plan, parts.clock.now());
  requireWanted(progress.signal);
  const imported = await applyImport(plan, target, importing);
  const created = new Map(
    imported.map(({ planned, shortID, pingID }): [PlannedItem, CreatedItem] => [
      planned,
      { shortID, pingURL: writePingURL(parts.baseURL, pingID) },
    ]),
  );
  audit({ target: null, details: auditDetails(body.source, plan) });
  if (body.continueStatus) parts.wakeWatchdog();
  return respond(200, { import: await writeImport(plan, created) });
}

async function readContent(
  { source, files, account, timezone, lines, names, dryRun, continueStatus }: z.output<typeof importBody>,
  { importRequest, clock, sourceCache }: V1Parts,
  { teamID, progress: { report, signal } }: { readonly teamID: string; readonly progress: RequestProgress },
): Promise<SourceContent> {
  report({ step: 'read', done: 0, total: null });
  const options = { timezone, now: clock.now() };
  if (account === undefined || files.length > 0) {
    requireFewMarks(files);
    const content = await readSource(source, files.map(withFormat), options);
    return withNames(lines === undefined ? content : withLines(content, new Set(lines)), names);
  }
  const reading = { teamID, source, account };
  // Reads the source again if monitors keep their status from the source. If the cached time of the last ping were outdated, a
  // run could count as missed.
  const kept = dryRun || continueStatus ? undefined : sourceCache.take(reading, clock.monotonic());
  const file = kept ?? (await fetchSource(source, { request: importRequest, account, report, signal }));
  if (dryRun) sourceCache.keep(reading, file, clock.monotonic());
  return readSource(source, [file], options);
}

/** Refuses files with so many values that parsing them would keep the service busy. */
function requireFewMarks(files: readonly { readonly text: string }[]): void {
  let marks = 0;
  for (const { text } of files) {
    requireFewNames(text);
    marks += countMarks(text, FILE_MARKS_MAX);
    if (marks > FILE_MARKS_MAX)
      throw new AppError(
        'too_large',
        `The files have too many values: more than ${FILE_MARKS_MAX} commas, colons and opening brackets. Import the source in parts.`,
      );
  }
}

/** Marks files whose name shows that they are system crontabs. For other files, the parser detects the format from the lines. */
function withFormat(file: { readonly name: string; readonly text: string }) {
  const isSystem = /(?:^|\/)cron\.d\/|^\/?etc\/crontab$/.test(file.name);
  return { ...file, ...(isSystem ? { isSystem } : {}) };
}

function withLines(content: SourceContent, lines: ReadonlySet<number>): SourceContent {
  const items = content.items.filter(
    ({ crontabLine }) => crontabLine !== undefined && lines.has(crontabLine.number),
  );
  return { ...content, items };
}

function withNames(
  content: SourceContent,
  names: readonly { readonly line: number; readonly name: string }[],
): SourceContent {
  const chosen = new Map(names.map(({ line, name }) => [line, name]));
  const items = content.items.map((item) => ({
    ...item,
    name: chosen.get(item.crontabLine?.number ?? 0) ?? item.name,
  }));
  return { ...content, items };
}

function importParts(
  { store, random, clock, catalog, allowance }: V1Parts,
  createdBy: string,
  access: Access,
): Omit<ImportParts, 'report' | 'mayTry'> {
  const token = endingToken(access);
  return {
    store,
    random,
    now: clock.now(),
    createdBy,
    keyEnd: { expiresAt: token?.endsAt ?? null, endsWithToken: token?.id ?? null },
    catalog,
    initialDetails: initialDetails(),
    limits: { monitors: allowance, channels: CHANNELS_MAX },
  };
}

/** Checks whether the caller may create the keys and the addresses of badges that the import keeps. Both work for others too. */
function requireGrants(access: Access, { keys, badges, items }: ImportPlan, now: number): void {
  if (keys.length > 0) {
    requirePermission(access, 'grant');
    requireFreshSignIn(access.via, now);
  }
  if (badges.length > 0 || items.some(({ item }) => item !== null && item.badgeKey != null))
    requireLastingAccess(access);
}

function refuseCollisions(plan: ImportPlan): void {
  const names = collisionsOf(plan);
  if (names.length === 0) return;
  const shown = names.slice(0, 5).join(', ');
  const rest = names.length > 5 ? ` and ${names.length - 5} more` : '';
  throw new AppError(
    'conflict',
    `Nothing was imported, because some items collide: ${shown}${rest}. Skip them with \`skipCollisions\`, or change them.`,
  );
}

function auditDetails(source: string, { counts, items, keys }: ImportPlan) {
  const created = items.filter(({ outcome }) => outcome === 'create').map(({ name }) => name);
  return {
    source,
    created: counts.create,
    existing: counts.exists,
    leftOut: counts.left_out,
    keys: keys.filter(({ outcome }) => outcome === 'create').map(({ name }) => name),
    names: created.slice(0, NAMED_MAX),
  };
}
