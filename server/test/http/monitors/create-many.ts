import { MONITOR_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { RULES_DEFAULT } from '@overdue/domain/monitor/rules.ts';
import { type Monitor, newMonitorState } from '@overdue/domain/monitor/state.ts';
import { expect } from 'vitest';
import { findDefaultProject } from '../../../src/projects/contract.ts';
import { type API, HOUR, NOW } from '../api.ts';

const ALLOWANCE = 100_000;

const EVERY_WEEKDAY: Monitor['rules'] = {
  ...RULES_DEFAULT,
  schedule: { type: 'cron', cron: '0 2 * * 1-5', timezone: 'Europe/Riga', graceMs: HOUR },
};

interface Wish {
  readonly name: string;
  readonly tags?: readonly string[];
  readonly paused?: boolean;
  readonly monitor?: Monitor;
}

/** Creates monitors of the team Acme directly in the store. */
export async function createMany(
  { store, owner }: API,
  count: number,
  wish: (index: number) => Wish,
): Promise<void> {
  const { teamID } = owner;
  const { id: projectID } = await findDefaultProject(store, teamID);
  for (let index = 0; index < count; index += 1) {
    const { name, tags = [], paused = false, monitor } = wish(index);
    const id = String(index).padStart(22, '0');
    const created = await store.createMonitor(
      {
        teamID,
        shortID: String(index).padStart(10, '0'),
        pingID: id,
        normalizedPingID: id,
        createdAt: NOW,
        details: {
          name,
          slug: name,
          description: '',
          runbookURL: '',
          forwardTo: '',
          url: '',
          sealedCheck: '',
          tags,
          projectID,
          alerting: MONITOR_ALERTING_DEFAULT,
        },
        monitor: monitor ?? {
          rules: EVERY_WEEKDAY,
          state: newMonitorState({ kind: 'cron', createdAt: NOW, paused }),
        },
      },
      ALLOWANCE,
    );
    expect(created).toMatchObject({ outcome: 'created' });
  }
}
