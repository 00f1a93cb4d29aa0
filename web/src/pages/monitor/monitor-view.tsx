import type { Monitor, Run } from '@overdue/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useScene } from '../../drawing/use-scene.ts';
import { useView } from '../../drawing/use-view.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { EventsTab } from './events/events-tab.tsx';
import { Figures } from './figures/figures.tsx';
import { FirstPing } from './first-ping.tsx';
import { LastAlerts } from './last-alerts.tsx';
import { MonitorHeader } from './monitor-header.tsx';
import { PingNotices } from './ping-notices.tsx';
import { RunsPanel } from './runs/runs-panel.tsx';
import { RunsTab } from './runs/runs-tab.tsx';
import { usualSpan } from './runs/usual-zoom.ts';
import { SettingsTab } from './settings-tab.tsx';
import { SnippetsTab } from './snippets-tab.tsx';
import { TransitionsTab } from './transitions/transitions-tab.tsx';
import { Verdict } from './verdict.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/monitors/$shortID');
const TABS = ['events', 'runs', 'transitions', 'settings', 'snippets'] as const;
const NO_RUNS: readonly Run[] = [];
type TabName = (typeof TABS)[number];

export function MonitorView({ monitor }: { readonly monitor: Monitor }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isNew = monitor.lastPingAt === '';
  // Keeps the page for new monitors open when the first ping arrives.
  const [startedNew] = useState(isNew);
  const tab = TABS.find((name) => name === search.tab) ?? (startedNew ? 'snippets' : 'events');
  const timeline = useView(search, usualSpan(monitor.schedule), (change) => {
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  });
  const loaded = useScene(monitor, { view: timeline.view, now: timeline.now });

  function open(change: { readonly tab?: TabName; readonly event?: string }): void {
    void navigate({
      search: (before) => ({ ...before, event: undefined, ...change }),
      replace: true,
      resetScroll: false,
    });
  }

  function openRun(run: Run): void {
    const event = run.endEvent ?? run.startEvent;
    if (event === null) open({ tab: 'runs' });
    else open({ tab: 'events', event: String(event) });
  }

  return (
    <div className="flex flex-col">
      <MonitorHeader monitor={monitor} />
      <Verdict monitor={monitor} />
      <LastAlerts monitor={monitor} />
      <PingNotices monitor={monitor} />
      {startedNew ? <FirstPing monitor={monitor} /> : null}
      {isNew ? null : (
        <div className="flex flex-col gap-4 pb-6 pt-4">
          <RunsPanel monitor={monitor} timeline={timeline} loaded={loaded} onOpen={openRun} />
          <Figures monitor={monitor} timeline={timeline} runs={loaded.isDense ? NO_RUNS : loaded.runs} />
        </div>
      )}
      <Tabs
        label={words.tabs}
        value={tab}
        onChange={(next) => open({ tab: next })}
        tabs={[
          {
            value: 'events',
            label: words.tab.events,
            content: (
              <EventsTab
                monitor={monitor}
                opened={search.event === undefined ? null : Number(search.event)}
                onOpen={(number) =>
                  open({ tab: 'events', ...(number === null ? {} : { event: String(number) }) })
                }
              />
            ),
          },
          { value: 'runs', label: words.tab.runs, content: <RunsTab monitor={monitor} /> },
          {
            value: 'transitions',
            label: words.tab.transitions,
            content: <TransitionsTab monitor={monitor} />,
          },
          { value: 'settings', label: words.tab.settings, content: <SettingsTab monitor={monitor} /> },
          { value: 'snippets', label: words.tab.snippets, content: <SnippetsTab monitor={monitor} /> },
        ]}
      />
    </div>
  );
}
