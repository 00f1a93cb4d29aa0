import { STATUSES_WORST_FIRST } from '@overdue/domain/views/list-view.ts';
import type { Status } from '../../../sdk/src/api.generated.ts';
import type { Style } from '../print/style.ts';
import type { Cell } from '../print/table.ts';
import { usageError } from '../process/command-line.ts';

const STYLES: Readonly<Record<Status, Style>> = {
  down: 'bad',
  failing: 'warning',
  late: 'warning',
  new: 'quiet',
  up: 'good',
  paused: 'quiet',
};

export function statusCell(status: Status): Cell {
  return { text: status, style: STYLES[status] };
}

/** Parses statuses that are separated by commas. */
export function parseStatuses(text: string): readonly Status[] {
  return text.split(',').map((name) => {
    const status = STATUSES_WORST_FIRST.find((candidate) => candidate === name.trim());
    if (status === undefined)
      throw usageError(`Unknown status: ${name}. Use ${STATUSES_WORST_FIRST.join(', ')}.`);
    return status;
  });
}
