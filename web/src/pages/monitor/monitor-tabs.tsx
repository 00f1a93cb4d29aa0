import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { Monitor, MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { monitorQuery } from '../../data/monitors/monitors.ts';
import { RUNS } from '../../data/runs/history.ts';
import { useHistory } from '../../data/runs/use-history.ts';
import { Snippets } from '../../snippets/snippets.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EventsTab } from './events/events-tab.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { RunTable } from './runs/run-table.tsx';
import { MonitorSettingsTab } from './settings-tab.tsx';
import { TransitionsTab } from './transitions/transitions-tab.tsx';
import { words } from './words.ts';

const MONITOR_TABS = ['events', 'runs', 'transitions', 'settings', 'snippets'] as const;
export type MonitorTab = (typeof MONITOR_TABS)[number];
/** Tabs that only monitors of jobs have. */
const JOB_TABS: readonly MonitorTab[] = ['events', 'snippets'];

/** Returns the tabs of a monitor. */
export function tabsOf(monitor: MonitorRow): readonly MonitorTab[] {
  return isChecked(monitor) ? MONITOR_TABS.filter((tab) => !JOB_TABS.includes(tab)) : MONITOR_TABS;
}

interface MonitorTabsProps {
  readonly monitor: MonitorRow;
  readonly tab: MonitorTab;
  /** Number of the event whose details are open. */
  readonly openedEvent: number | null;
  /** Key of the run that a link points to. */
  readonly markedRun: string | undefined;
  readonly onOpen: (place: { readonly tab: MonitorTab; readonly event?: string }) => void;
}

export function MonitorTabs({ monitor, tab, openedEvent, markedRun, onOpen }: MonitorTabsProps) {
  const { data: complete } = useQuery(monitorQuery(monitor.shortID));
  const shown = tabsOf(monitor);
  return (
    <Tabs
      label={words.tabs}
      value={tab}
      onChange={(next) => onOpen({ tab: next })}
      tabs={(
        [
          {
            value: 'events',
            label: words.tab.events,
            content: (
              <EventsTab
                monitor={monitor}
                opened={openedEvent}
                onOpen={(number) =>
                  onOpen({ tab: 'events', ...(number === null ? {} : { event: String(number) }) })
                }
              />
            ),
          },
          { value: 'runs', label: words.tab.runs, content: <RunsTab monitor={monitor} marked={markedRun} /> },
          {
            value: 'transitions',
            label: words.tab.transitions,
            content: <TransitionsTab monitor={monitor} />,
          },
          {
            value: 'settings',
            label: words.tab.settings,
            content: complete === undefined ? <Loading /> : <MonitorSettingsTab monitor={complete} />,
          },
          {
            value: 'snippets',
            label: words.tab.snippets,
            content: complete === undefined ? <Loading /> : <SnippetsTab monitor={complete} />,
          },
        ] as const
      ).filter(({ value }) => shown.includes(value))}
    />
  );
}

function Loading() {
  return <Skeleton className="h-60 w-full" />;
}

interface RunsTabProps {
  readonly monitor: MonitorRow;
  /** Key of the run that a link points to. */
  readonly marked: string | undefined;
}

function RunsTab({ monitor, marked }: RunsTabProps) {
  const history = useHistory(RUNS, monitor.shortID);
  return (
    <HistoryPanel
      history={history}
      none={words.run.none}
      noneHint={isChecked(monitor) ? words.run.noChecksHint : words.run.noneHint}
    >
      {(runs) => <RunTable monitor={monitor} label={words.run.label} runs={runs} marked={marked} />}
    </HistoryPanel>
  );
}

function SnippetsTab({ monitor }: { readonly monitor: Monitor }) {
  return (
    <Panel>
      <Snippets monitor={monitor} />
    </Panel>
  );
}
