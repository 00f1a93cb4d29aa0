import type { Monitor, Status } from '../../../sdk/src/api.generated.ts';
import { usageError } from '../command-line.ts';
import type { Style } from '../print/style.ts';
import type { Cell } from '../print/table.ts';

/** Statuses from worst to best, with their colours. */
export const STATUSES: readonly Status[] = ['down', 'failing', 'late', 'new', 'up', 'paused'];

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

/** Sorts by status, worst first, then by name. */
export function worstFirst(monitors: readonly Monitor[]): readonly Monitor[] {
  const rank = ({ status }: Monitor) => STATUSES.indexOf(status);
  return monitors.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
}

/** Parses statuses that are separated by commas. */
export function parseStatuses(text: string): readonly Status[] {
  return text.split(',').map((name) => {
    const status = STATUSES.find((candidate) => candidate === name.trim());
    if (status === undefined) throw usageError(`Unknown status: ${name}. Use ${STATUSES.join(', ')}.`);
    return status;
  });
}
