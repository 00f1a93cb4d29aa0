import type { MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { monitorQuery } from '../../data/monitors/monitors.ts';
import { Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EventsTab } from './events/events-tab.tsx';
import { RunsTab } from './runs/runs-tab.tsx';
import { MonitorSettingsTab } from './settings-tab.tsx';
import { SnippetsTab } from './snippets-tab.tsx';
import { TransitionsTab } from './transitions/transitions-tab.tsx';
import { words } from './words.ts';

export const MONITOR_TABS = ['events', 'runs', 'transitions', 'settings', 'snippets'] as const;
export type MonitorTab = (typeof MONITOR_TABS)[number];

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
  return (
    <Tabs
      label={words.tabs}
      value={tab}
      onChange={(next) => onOpen({ tab: next })}
      tabs={[
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
        { value: 'transitions', label: words.tab.transitions, content: <TransitionsTab monitor={monitor} /> },
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
      ]}
    />
  );
}

function Loading() {
  return <Skeleton className="h-60 w-full" />;
}
