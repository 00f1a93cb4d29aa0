import type { MonitorRow, Run } from '@overdue/sdk';
import { useState } from 'react';
import type { LoadedScene } from '../../../drawing/use-scene.ts';
import type { TimelineView } from '../../../drawing/use-view.ts';
import { ViewControls, ViewRange } from '../../../drawing/view-controls.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { words } from '../words.ts';
import { PeriodsInView } from './periods-in-view.tsx';
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
