import type { MonitorRow } from '@overdue/sdk';
import { RUNS } from '../../../data/runs/history.ts';
import { useHistory } from '../../../data/runs/use-history.ts';
import { HistoryPanel } from '../history-panel.tsx';
import { words } from '../words.ts';
import { RunTable } from './run-table.tsx';

interface RunsTabProps {
  readonly monitor: MonitorRow;
  /** Key of the run that a link points to. */
  readonly marked: string | undefined;
}

export function RunsTab({ monitor, marked }: RunsTabProps) {
  const history = useHistory(RUNS, monitor.shortID);
  return (
    <HistoryPanel history={history} none={words.run.none} noneHint={words.run.noneHint}>
      {(runs) => <RunTable monitor={monitor} label={words.run.label} runs={runs} marked={marked} />}
    </HistoryPanel>
  );
}
