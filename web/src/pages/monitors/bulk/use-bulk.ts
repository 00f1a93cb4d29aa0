import type { MonitorRow } from '@overdue/sdk';
import { changeAcknowledgements } from '../../../data/alerts/acknowledge-all.ts';
import { isUnacknowledged } from '../../../data/monitors/acknowledgement.ts';
import type { BulkOutcome } from '../../../data/monitors/bulk.ts';
import { BULK_MAX, changeMonitors } from '../../../data/monitors/bulk.ts';
import { scheduleDeletion } from '../../../data/monitors/deletions.ts';
import { performOrWait } from '../../../offline/offline.ts';
import { wasCancelled } from '../../../offline/use-action.ts';
import { words as offline } from '../../../offline/words.ts';
import { messageOf } from '../../../ui/error-message.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { words } from '../words.ts';
import { type Undoable, undoSteps } from './undo-steps.ts';

const { bulk } = words;

/**
 * Maximum number of monitors whose deletion can be undone. The page sends the deletion when it closes, and a closing
 * page can't send a larger request.
 */
export const UNDO_MAX = BULK_MAX;

export interface Bulk {
  readonly run: (monitors: readonly MonitorRow[], action: Undoable) => Promise<void>;
  /** Acknowledges the open incidents that no member has acknowledged. */
  readonly acknowledge: (monitors: readonly MonitorRow[]) => Promise<void>;
  /** Hides the monitors at once and deletes them after ten seconds. Limited to {@link UNDO_MAX}. */
  readonly remove: (monitors: readonly MonitorRow[]) => void;
  readonly removeForGood: (monitors: readonly MonitorRow[]) => Promise<void>;
}

/** Returns the name of one monitor, or the number of several. */
export function nameThem(monitors: readonly MonitorRow[]): string {
  const [only] = monitors;
  return monitors.length === 1 && only !== undefined ? only.name : bulk.many(monitors.length);
}

export function useBulk(): Bulk {
  const toast = useToast();
  function report(title: string, outcome: BulkOutcome, undo?: () => void): void {
    const [problem] = outcome.problems;
    if (outcome.done > 0) toast({ title, ...(undo === undefined ? {} : { undo }) });
    if (problem !== undefined) toast({ kind: 'problem', title: bulk.problem, detail: problem });
  }
  function failed(error: unknown): void {
    if (wasCancelled(error)) return;
    toast({ kind: 'problem', title: bulk.problem, detail: messageOf(error) });
  }
  async function undo(steps: ReturnType<typeof undoSteps>): Promise<void> {
    try {
      for (const { shortIDs, action } of steps) await changeMonitors(shortIDs, action);
      toast({ title: bulk.undone });
    } catch (error) {
      failed(error);
    }
  }
  return {
    async run(monitors, action) {
      try {
        const outcome = await changeOrWait(monitors, action);
        const steps = undoSteps(monitors, action);
        report(titleOf(action, monitors), outcome, steps.length === 0 ? undefined : () => void undo(steps));
      } catch (error) {
        failed(error);
      }
    },
    async acknowledge(monitors) {
      const open = monitors.filter(isUnacknowledged);
      if (open.length === 0) return toast({ title: bulk.nothingToAcknowledge(nameThem(monitors)) });
      const ids = open.flatMap(({ incident }) => incident?.incidentID ?? []);
      const { changed, problems } = await changeAcknowledgements(ids, 'acknowledge');
      report(bulk.done.acknowledge(nameThem(open)), { done: changed.length, problems }, () => {
        void changeAcknowledgements(changed, 'unacknowledge').then(({ problems: left }) =>
          left.length === 0 ? toast({ title: bulk.undone }) : report('', { done: 0, problems: left }),
        );
      });
    },
    remove(monitors) {
      const undoDeletion = scheduleDeletion(
        monitors.map(({ shortID }) => shortID),
        (detail) => toast({ kind: 'problem', title: bulk.problem, detail }),
      );
      toast({
        title: bulk.done.delete(nameThem(monitors)),
        undo: () => {
          toast(undoDeletion() ? { title: bulk.undone } : { kind: 'problem', title: bulk.tooLate });
        },
      });
    },
    async removeForGood(monitors) {
      try {
        const outcome = await changeMonitors(
          monitors.map(({ shortID }) => shortID),
          { type: 'delete' },
        );
        report(bulk.done.delete(nameThem(monitors)), outcome);
      } catch (error) {
        failed(error);
      }
    },
  };
}

/** Performs an action that may wait for the connection: pausing, resuming or muting. */
function changeOrWait(monitors: readonly MonitorRow[], action: Undoable): Promise<BulkOutcome> {
  const shortIDs = monitors.map(({ shortID }) => shortID);
  const send = () => changeMonitors(shortIDs, action);
  const label = labelOf(action, nameThem(monitors));
  return label === null ? send() : performOrWait({ key: `bulk ${label}`, label, send });
}

function labelOf(action: Undoable, names: string): string | null {
  if (action.type === 'pause' || action.type === 'resume') return offline.actions[action.type](names);
  return action.type === 'mute' ? offline.actions[action.until === null ? 'unmute' : 'mute'](names) : null;
}

function titleOf(action: Undoable, monitors: readonly MonitorRow[]): string {
  const names = nameThem(monitors);
  if (action.type === 'mute') return action.until === null ? bulk.done.unmute(names) : bulk.done.mute(names);
  return bulk.done[action.type](names);
}
