import type { MonitorRow, Run } from '@overdue/sdk';
import { useState } from 'react';
import type { Scene } from '../../../drawing/scene.ts';
import type { View } from '../../../drawing/time-scale.ts';
import type { LoadedScene } from '../../../drawing/use-scene.ts';
import type { TimelineView } from '../../../drawing/use-view.ts';
import { ViewControls, ViewRange } from '../../../drawing/view-controls.tsx';
import { words as drawingWords } from '../../../drawing/words.ts';
import { Switch } from '../../../ui/form/switch.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { words } from '../words.ts';
import { RunTable } from './run-table.tsx';
import { RunTimeline } from './run-timeline.tsx';
import { YEAR_VIEW_MS_MIN, Year } from './year.tsx';

interface RunsPanelProps {
  readonly monitor: MonitorRow;
  readonly timeline: TimelineView;
  readonly loaded: LoadedScene;
  readonly onOpen: (run: Run) => void;
}

export function RunsPanel({ monitor, timeline, loaded, onOpen }: RunsPanelProps) {
  const [isTable, setTable] = useState(false);
  const { view } = timeline;
  // Over a year, single bars would be indistinguishable, so days are shown instead.
  const isYear = timeline.isFollowing && view.to - view.from >= YEAR_VIEW_MS_MIN;
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-baseline gap-x-3">
          {words.runs}
          {isYear && !isTable ? null : (
            <span className="font-normal">
              <ViewRange view={view} />
            </span>
          )}
        </span>
      }
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <Switch checked={isTable} onChange={setTable} label={words.asTable} />
          <ViewControls timeline={timeline} />
        </div>
      }
      flush={isTable}
    >
      {loaded.error !== null && loaded.runs.length === 0 ? (
        <ErrorState error={loaded.error} />
      ) : isTable ? (
        <div className="max-h-120 overflow-y-auto">
          <PeriodsInView monitor={monitor} scene={loaded.scene} view={view} />
          <RunTable
            monitor={monitor}
            label={words.tableLabel}
            runs={loaded.scene.bars
              .toReversed()
              .flatMap(({ run, from, to }) => (to >= view.from && from <= view.to ? [run] : []))}
          />
        </div>
      ) : isYear ? (
        <Year monitor={monitor} onOpen={timeline.change} isInside />
      ) : (
        <RunTimeline monitor={monitor} timeline={timeline} loaded={loaded} onOpen={onOpen} />
      )}
    </Panel>
  );
}

/** Maximum number of expected runs listed one by one. */
const EXPECTED_RUNS_MAX = 10;

interface AroundRunsProps {
  readonly monitor: MonitorRow;
  readonly scene: Scene;
  readonly view: View;
}

/** Lists the incidents, maintenance, blind windows and expected runs in view as text. */
function PeriodsInView({ monitor, scene, view }: AroundRunsProps) {
  const isIn = ({ from, to }: { readonly from: number; readonly to: number }) =>
    to >= view.from && from <= view.to;
  const shadedPeriods = scene.shadedPeriods.filter(isIn);
  const expectedRuns = scene.expectedRuns.filter(isIn);
  if (shadedPeriods.length + expectedRuns.length === 0) return null;
  const zone = monitor.schedule.timezone;
  return (
    <ul
      aria-label={words.around}
      className="flex flex-wrap gap-x-6 gap-y-1 border-b border-line px-4 py-2 text-table"
    >
      {shadedPeriods.map(({ kind, label, from, to, isOpen }) => (
        <li key={`${kind} ${label} ${from}`} className="flex flex-wrap gap-x-1.5">
          <span className="font-medium">{label}</span>
          <Moment at={new Date(from).toISOString()} zone={zone} />
          <span aria-hidden="true">–</span>
          {isOpen ? words.untilNow : <Moment at={new Date(to).toISOString()} zone={zone} />}
        </li>
      ))}
      {expectedRuns.slice(0, EXPECTED_RUNS_MAX).map(({ from }) => (
        <li key={from} className="flex flex-wrap gap-x-1.5">
          <span className="font-medium">{drawingWords.expectedRun}</span>
          <Moment at={new Date(from).toISOString()} zone={zone} />
        </li>
      ))}
      {expectedRuns.length > EXPECTED_RUNS_MAX ? (
        <li className="text-soft">{words.moreExpected(expectedRuns.length - EXPECTED_RUNS_MAX)}</li>
      ) : null}
    </ul>
  );
}
