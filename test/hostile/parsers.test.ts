import { diffLogs } from '@overdue/domain/logs/log-diff.ts';
import { maskPingIDs } from '@overdue/domain/ping/ping.ts';
import { parseCron } from '@overdue/domain/schedule/cron.ts';
import { parseOnCalendar } from '@overdue/domain/schedule/on-calendar.ts';
import { expect, test, vi } from 'vitest';
import { reportingOf } from '../../cli/src/discover/detect-reporting.ts';
import { expandVariables } from '../../cli/src/discover/sources/expand-variables.ts';
import { readPartsFolder } from '../../cli/src/discover/sources/parts-folder.ts';
import { settingsOf } from '../../cli/src/discover/sources/unit-files.ts';
import { maskSecrets } from '../../cli/src/exec/mask-secrets.ts';
import { readPayloads } from '../../server/src/compat/sentry/sentry-envelope.ts';
import { parseRecipient } from '../../server/src/core/mail/recipient.ts';
import { overdue } from '../../server/src/core/receive/overdue.ts';
import { isFormType, readForm } from '../../server/src/core/receive/ping-form.ts';
import { DIALECTS } from '../../server/src/serve/dialects.ts';
import { isSuperlinear } from './growth.ts';
import { findTextFunctions } from './sources.ts';
import { textsOf, UNITS } from './texts.ts';

// The tests measure processor time, so a busy machine may take long.
vi.setConfig({ testTimeout: 120_000 });

type Work = (text: string) => unknown;

/** Folders whose exported functions read text that strangers, members, jobs or files can choose. */
const FOLDERS = [
  'domain/src/',
  'server/src/http/action-page/',
  'server/src/http/healthchecks/check-',
  'server/src/http/ping/',
  'server/src/http/public/text',
  'server/src/http/request/',
  'server/src/http/v1/api/precondition',
  'server/src/compat/<service>/',
  'server/src/notify/format/',
  'server/src/outbound/text',
  'server/src/security/redact',
  'cli/src/options/',
  'cli/src/print/',
  'cli/src/discover/sources/',
];
/** Functions that the YAML library slows down. They limit the entries of a text instead, and their own tests cover the limit. */
const LIMITED = new Set(
  ['readCronitor', 'readCronitorEntries', 'readCronitorFile'].map(
    (name) => `server/src/compat/cronitor/import.ts: ${name}`,
  ),
);

/** Functions that need more than a text. */
const WITH_ARGUMENTS: Readonly<Record<string, Work>> = {
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
  return texts.find(({ textOf }) => isSuperlinear(quiet, textOf))?.name ?? null;
}

test.each(
  findTextFunctions(FOLDERS)
    .map((found): [string, typeof found] => [`${found.path}: ${found.name}`, found])
    .filter(([id]) => !LIMITED.has(id)),
)('the function takes linear time on hostile text: %s', async (_, { path, name, takesBytes }) => {
  const module: Readonly<Record<string, unknown>> = await import(`../../${path}`);
  const call = module[name];
  if (typeof call !== 'function') throw new Error(`${path} exports no function ${name}.`);
  expect(superlinearText((text) => call(takesBytes ? Buffer.from(text) : text))).toBeNull();
});

test.each(Object.entries(WITH_ARGUMENTS))('%s takes linear time on hostile text', (_, work) => {
  expect(superlinearText(work)).toBeNull();
});
