import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Host, openHost } from '../host.ts';
import { outcomeOf } from './undo.ts';

const SPOOL = '/var/spool/cron/crontabs';

/** A host of a user who may not read the folder of all crontabs, and whose `crontab -l` ends with this message. */
function hostOf(user: string, message: string): Host {
  const root = mkdtempSync(join(tmpdir(), 'overdue-undo-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'etc'));
  const image = openHost({ root, user, name: 'web1' });
  image.problems.set(SPOOL, 'Permission denied.');
  return {
    ...image,
    user,
    isImage: false,
    run: () => ({ status: 1, stdout: Buffer.alloc(0), stderr: message }),
  };
}

test.each([
  ['ann', 'no crontab for ann', []],
  [
    'ann',
    'You (ann) are not allowed to use this program (crontab)',
    [expect.stringContaining('not allowed')],
  ],
  ['bob', 'no crontab for bob', [`${SPOOL}: Permission denied.`]],
])(
  'the crontab of ann, which %s can’t list because of "%s", keeps these problems: %j',
  (user, message, kept) => {
    const job = {
      key: 'k',
      name: 'backup on web1',
      place: 'crontab of ann, line 1',
      originID: 'crontab of ann',
      pingID: 'a'.repeat(22),
      monitor: 'm',
      isActive: true,
      written: [],
    };
    const host = hostOf(user, message);
    const changesets = [{ isComplete: true, pingIDs: [job.pingID] }];
    const outcome = outcomeOf({
      host,
      manifest: { machine: host, jobs: [job], changesets },
      chosen: [job],
      isWhole: true,
      changes: [],
    });
    expect(outcome.kept).toEqual(kept);
    expect(outcome.done).toEqual(kept.length === 0 ? [job] : []);
  },
);
