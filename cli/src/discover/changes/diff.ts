import { createTwoFilesPatch } from 'diff';
import { decodeText } from '../schedule-file.ts';
import type { Change } from './plan-changes.ts';

/** Formats a change as a unified diff, like `diff -u`. */
export function diffOf({ path, originID, before, after, crontabUser }: Change): string {
  const name = crontabUser === null ? path : originID;
  return createTwoFilesPatch(
    before === null ? '/dev/null' : name,
    after === null ? '/dev/null' : name,
    before === null ? '' : decodeText(before),
    after === null ? '' : decodeText(after),
    undefined,
    undefined,
    { context: 0, headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true } },
  );
}
