import { PASSWORD_LENGTH_MAX } from '@overdue/domain/access/sign-in-limits.ts';
import { diffLogs } from '@overdue/domain/logs/log-diff.ts';
import { maskPingIDs } from '@overdue/domain/ping/ping.ts';
import { parseCron } from '@overdue/domain/schedule/cron.ts';
import { parseFields, readValue } from '@overdue/domain/schedule/cron-syntax.ts';
import { parseOnCalendar } from '@overdue/domain/schedule/on-calendar.ts';
import { HOUR, parseComponent } from '@overdue/domain/schedule/on-calendar-component.ts';
import { parseOnCalendarFields } from '@overdue/domain/schedule/on-calendar-syntax.ts';
import { readRobfig } from '@overdue/domain/schedule/robfig.ts';
import { matchLog, matchTexts } from '@overdue/domain/search/match.ts';
import { parseSearch } from '@overdue/domain/search/search-query.ts';
import { cutSnippet } from '@overdue/domain/search/snippet.ts';
import { expect, test, vi } from 'vitest';
import { reportingOf } from '../../cli/src/discover/detect-reporting.ts';
import { editLines, unwrapLine } from '../../cli/src/discover/edit/edit-lines.ts';
import { wrapCommand } from '../../cli/src/discover/edit/wrap-command.ts';
import { readAsCron } from '../../cli/src/discover/sources/cron-reading.ts';
import { reasonForIdleness } from '../../cli/src/discover/sources/crontab-jobs.ts';
import { expandVariables } from '../../cli/src/discover/sources/expand-variables.ts';
import { readPartsFolder } from '../../cli/src/discover/sources/parts-folder.ts';
import { settingsOf } from '../../cli/src/discover/sources/unit-files.ts';
import { maskSecrets } from '../../cli/src/exec/mask-secrets.ts';
import { proxyFor } from '../../cli/src/network/proxy.ts';
import { guessesOf } from '../../server/src/accounts/password-guesses.ts';
import { passwordProblem, requireGoodPassword } from '../../server/src/accounts/password-rules.ts';
import { createSignedCookie } from '../../server/src/accounts/session-cookie.ts';
import { decodeCursor, decodeCursorText } from '../../server/src/api/page.ts';
import { readQueryParameters } from '../../server/src/api/query-parameters.ts';
import { fillTemplate } from '../../server/src/channels/format/template.ts';
import { readButtonToken } from '../../server/src/channels/presses/button-token.ts';
import { parseJSONOrNull } from '../../server/src/channels/requests/posting.ts';
import { excerptOf } from '../../server/src/checks/probes/attempt.ts';
import { parseTarget } from '../../server/src/checks/target.ts';
import { readCronitorFile } from '../../server/src/compat/cronitor/import.ts';
import { readChannels } from '../../server/src/compat/healthchecks/check-channels.ts';
import { parseCheckIn, readCheckIn } from '../../server/src/compat/sentry/sentry-check-in.ts';
import { readPayloads } from '../../server/src/compat/sentry/sentry-envelope.ts';
import { fitName, fitText } from '../../server/src/compat/source/draft-item.ts';
import { parseRecipient } from '../../server/src/core/mail/recipient.ts';
import { overdue } from '../../server/src/core/receive/overdue.ts';
import { isFormType, readForm } from '../../server/src/core/receive/ping-form.ts';
import { chooseEncoding } from '../../server/src/platform/http/encoding.ts';
import { escapeEnd } from '../../server/src/platform/outbound/text.ts';
import { searchQuery } from '../../server/src/search/endpoints/search-schema.ts';
import { wordsOfLog } from '../../server/src/search/queries.ts';
import { DIALECTS } from '../../server/src/serve/dialects.ts';
import { DOWN } from '../../server/test/notify/sample-alerts.ts';
import { findSuperlinear } from './growth.ts';
import { findTextFunctions, isText, type Parameter, type TextFunction } from './sources.ts';
import { textsOf, UNITS } from './texts.ts';

// The tests measure processor time, so a busy machine may take long.
vi.setConfig({ testTimeout: 120_000 });

type Work = (text: string) => unknown;

/** Files whose functions take names, paths and addresses of the operator, and open files, databases or connections. */
const OPENING =
  /^(?:server\/src\/(?:store|core\/(?:postgres|sqlite|spool)|database\/(?:postgres|sqlite-connection)|pages\/built-web)|cli\/src\/(?:config\/private-file|discover\/changes|spool))/;
/** Other functions that are not tried, each with its reason. */
const NOT_TRIED: ReadonlyMap<string, string> = new Map([
  ...['readCronitor', 'readCronitorEntries', 'readCronitorFile'].map((name): [string, string] => [
    `server/src/compat/cronitor/import.ts: ${name}`,
    'The YAML library is slow. The functions limit the entries of a text instead; see below.',
  ]),
  ['sdk/src/ping.ts: ping', 'sends a request'],
  [
    'server/src/checks/registered-domain.ts: domainProblem',
    'takes a host of parseTarget, which limits the length',
  ],
  [
    'server/src/platform/security/password.ts: verifyPassword',
    'is slow on purpose, and its callers limit the length',
  ],
  [
    'server/src/platform/http/public-document.ts: encodeDocument',
    'compresses documents of the service itself',
  ],
]);

/** Functions whose text is an ID, a path, an address or a message of the service itself, and that need more than texts. */
const OF_THE_SERVICE = new Set([
  'cli/src/config/trusted-path.ts: untrustedPart',
  'cli/src/configuration/read-file.ts: readConfigurationFile',
  'cli/src/discover/sources/cron-files.ts: fileProblem',
  'domain/src/imported/legacy-badge.ts: tagBadgeID',
  'domain/src/incidents/relations.ts: isCommonHost',
  'domain/src/schedule/occurrence-search.ts: searchForwards',
  'sdk/src/bullmq.ts: monitored',
  'sdk/src/croner.ts: monitored',
  'sdk/src/monitor.ts: monitor',
  'sdk/src/node-cron.ts: monitored',
  'sdk/src/page.ts: allOf',
  'server/src/accounts/sign-in/oidc-return.ts: oidcRequest',
  'server/src/api/missing-references.ts: referencesTo',
  'server/src/api/respond.ts: respondLines',
  'server/src/channels/incident-link.ts: readerOf',
  'server/src/channels/requests/posting.ts: postJSON',
  'server/src/compat/cronitor/monitor-spec.ts: channelNamed',
  'server/src/compat/healthchecks/badge-address.ts: badgeURLs',
  'server/src/commands/import-files.ts: readSecret',
  'server/src/configuration/export-file.ts: exportFile',
  'server/src/configuration/save-plan.ts: savePlan',
  'server/src/core/monitor-rows.ts: parseMonitor',
  'server/src/platform/metrics/prometheus.ts: writeFamily',
  'server/src/platform/outbound/guarded-lookup.ts: checkLiteral',
  'server/src/platform/outbound/outbound-error.ts: outboundError',
  'server/src/platform/security/password.ts: hashPassword',
  'server/src/platform/security/secret-box.ts: createSecretBox',
  'server/src/push/push-request.ts: encryptPush',
  'server/src/search/queries.ts: parseFoundLog',
]);
/** Parts of the service. Functions that need them get texts that other functions have read. */
const PART =
  /\b(?:\w*(?:Store|Parts|Dependencies|Context|Client|Queries|Statements|Rows)|Kysely|Transaction|Connection|Lookups|Host)\b/;

const ANN = { email: 'ann@example.com', name: 'Ann' };

/** Functions that need more than a text. */
const WITH_ARGUMENTS: Readonly<Record<string, Work>> = {
  readAsCron: (text) => readAsCron(text, { program: 'debian', isSystem: true, hasUser: () => true }),
  reasonForIdleness: (text) => reasonForIdleness(text, () => true),
  proxyFor: (text) => proxyFor('http://example.com', { http_proxy: 'http://a', no_proxy: text }),
  wrapCommand: (text) =>
    wrapCommand(text, { program: ['overdue'], pingURL: 'https://a', shell: '/bin/sh', escapesPercent: true }),
  editLines: (text) => editLines(text, [{ number: 1, from: 'a', to: 'b' }]),
  unwrapLine: (text) => unwrapLine(text, [{ before: 'a', command: 'a', wrapped: 'b a', after: '' }]),
  parseFields: (text) => parseFields([text, text, text, text, text]),
  readValue: (text) => readValue({ ...HOUR, names: [] }, text),
  parseComponent: (text) => parseComponent(HOUR, text),
  parseOnCalendarFields: (text) => parseOnCalendarFields([text, text, text]),
  readRobfig: (text) => readRobfig(text, { timezone: 'Etc/UTC', now: 0 }),
  matchLog: (text) => matchLog(text, parseSearch('a aa "a a a a" b*')),
  matchTexts: (text) => matchTexts([text], parseSearch('a aa "a a a a" b*')),
  cutSnippet: (text) => cutSnippet(text, [{ start: 100, end: 200 }]),
  guessesOf: (text) => guessesOf(text.slice(0, PASSWORD_LENGTH_MAX), new Map([['a', 1]]), ['ann']),
  passwordProblem: (text) => passwordProblem(text, ANN),
  requireGoodPassword: (text) => requireGoodPassword(text, ANN),
  createSignedCookie: (text) => createSignedCookie('a', { secret: 'a', isSecure: true }).read(text),
  readQueryParameters: (text) => readQueryParameters(`/?${text}`, ['a']),
  decodeCursor: (text) => decodeCursor('incidents', text),
  decodeCursorText: (text) => decodeCursorText('incidents', text),
  fillTemplate: (text) => fillTemplate(text, 'application/json', DOWN),
  readButtonToken: (text) => readButtonToken(text, { sign: () => 'a', now: 0 }),
  parseJSONOrNull: (text) => parseJSONOrNull(text, searchQuery),
  readChannels: (text) =>
    readChannels(text, {
      channels: [{ shortID: 'a', name: 'a' }],
      uuids: { of: () => '', shortIDOf: () => null },
    }),
  readCheckIn: (text) => readCheckIn(parseCheckIn(`{"monitor_slug":"a","status":"ok",${text}`), 'a'),
  fitName: (text) => fitName(text, []),
  fitText: (text) => fitText(text, { what: 'text', max: 100, notes: [] }),
  chooseEncoding: (text) => chooseEncoding(text, ['br', 'gzip']),
  escapeEnd: (text) => escapeEnd(text, 1000, (part) => part.replaceAll('a', 'bb')),
  parseTarget: (text) => [parseTarget('http', `http://${text}`), parseTarget('tcp', `tcp://${text}:1`)],
  excerptOf: (text) => excerptOf(text, [text.slice(0, 100), 'a'.repeat(100)]),
  wordsOfLog: (text) => wordsOfLog(Buffer.from(text), { teamID: 'a', monitorID: 1 }),
  maskSecrets: (text) => maskSecrets(Buffer.from(text), { PASSWORD: 'a-a-a-a-a-a-' }),
  readPartsFolder: (text) => readPartsFolder(text, () => ({ run: [], ignored: [] })),
  settingsOf: (text) => settingsOf(text, 'Service', 'User'),
  expandVariables: (text) => expandVariables(text, new Map([['a', 'b']])),
  reportingOf: (text) => reportingOf(text, 'https://example.com'),
  maskPingIDs: (text) => maskPingIDs(text, 'aaaaaaaaaaaaaaaaaaaaaa'),
  diffLogs: (text) => diffLogs(text.slice(0, 4000), `b${text.slice(0, 4000)}`),
  parseCron: (text) => parseCron(text, 'Etc/UTC'),
  parseOnCalendar: (text) => parseOnCalendar(text, 'Etc/UTC'),
  readPayloads: (text) => readPayloads(Buffer.from(`{}\n${text}`), 'check_in'),
  readForm: (text) =>
    readForm('application/x-www-form-urlencoded', Buffer.from(`status=${text}`), { isCut: false }),
  readParts: (text) => readForm('multipart/form-data; boundary=a', Buffer.from(text), { isCut: false }),
  isFormType: (text) => isFormType(`multipart/form-data;${text}`),
  parseRecipient: (text) => parseRecipient(`${text}@example.com`, 'example.com'),
  ...Object.fromEntries(
    [overdue, ...DIALECTS].map((dialect): [string, Work] => [
      `the dialect ${dialect.name}`,
      (text) => {
        for (const prefix of [
          '/',
          '/ping/',
          '/p/',
          '/api/1/cron/',
          '/api/push/',
          `/p/${'a'.repeat(22)}/`,
          `/ping/${'a'.repeat(22)}/`,
        ]) {
          const path = prefix + text;
          if (dialect.claimsPath(path))
            dialect.read({
              method: 'GET',
              path,
              fields: [{ name: 'state', value: text }],
              header: () => text,
            });
        }
      },
    ]),
  ),
};

const texts = textsOf(UNITS, ['', 'a'], ['', '\u0001']);

function superlinearText(work: Work): string | null {
  const quiet = (text: string) => {
    try {
      const result = work(text);
      if (result instanceof Promise) result.catch(() => {});
    } catch {
      // A refusal is a fine answer.
    }
  };
  return findSuperlinear(quiet, texts);
}

const HARMLESS_NUMBER = 10;

/** Whether a function needs nothing but texts and numbers. */
function isPlain({ parameters }: TextFunction): boolean {
  return parameters.every(
    (parameter) => !parameter.isRequired || isText(parameter) || /^(?:number|boolean)\b/.test(parameter.type),
  );
}

/** Calls of a function with a hostile text for each of its texts in turn, and something harmless for everything else. */
function callsOf(call: (...values: unknown[]) => unknown, parameters: readonly Parameter[]): readonly Work[] {
  const given = parameters.filter((parameter, index) => parameter.isRequired || index === 0);
  return given.filter(isText).map((hostile) => (text) => {
    const values = given.map((parameter) => {
      if (!isText(parameter)) return HARMLESS_NUMBER;
      const value = parameter === hostile ? text : 'a';
      return parameter.type.startsWith('string') ? value : Buffer.from(value);
    });
    return call(...values);
  });
}

const found = findTextFunctions().map((each) => ({ ...each, id: `${each.path}: ${each.name}` }));
const tried = found.filter(({ path, id }) => !OPENING.test(path) && !NOT_TRIED.has(id));
const plain = tried.filter(isPlain);

test.each(plain.map((each): [string, typeof each] => [each.id, each]))(
  'the function takes linear time on hostile text: %s',
  async (_, { path, name, parameters }) => {
    const module: Readonly<Record<string, unknown>> = await import(`../../${path}`);
    const call = module[name];
    if (typeof call !== 'function') throw new Error(`${path} exports no function ${name}.`);
    const works = callsOf((...values) => call(...values), parameters);
    expect(works.map(superlinearText).filter((text) => text !== null)).toEqual([]);
  },
);

test.each(Object.entries(WITH_ARGUMENTS))('%s takes linear time on hostile text', (_, work) => {
  expect(superlinearText(work)).toBeNull();
});

test('every function that reads a text is tried above, or listed with texts of the service itself', () => {
  const reading = tried.filter(
    ({ name, parameters: [first] }) =>
      /^(?:parse|read|decode|split)/.test(name) || (first !== undefined && isText(first)),
  );
  const unknown = reading.filter(
    (each) =>
      !isPlain(each) &&
      !(each.name in WITH_ARGUMENTS) &&
      !OF_THE_SERVICE.has(each.id) &&
      !each.parameters.some(({ type }) => PART.test(type)),
  );
  expect(unknown.map(({ id }) => id)).toEqual([]);
  const ids = new Set(found.map(({ id }) => id));
  expect([...OF_THE_SERVICE, ...NOT_TRIED.keys()].filter((id) => !ids.has(id))).toEqual([]);
});

test.each(['[', ']', '{', '}', '"', "'", ',', '\n', ': ', '- ', '? ', '&a ', '*a ', '!a ', '%a '])(
  'the import of YAML refuses a text of %j by its entries, before the slow library reads it',
  (unit) => {
    expect(() => readCronitorFile(unit.repeat(50_000))).toThrow('too many entries');
  },
);
