import type { MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { managedMonitorsQuery } from '../data/team/managed.ts';
import { Notice } from '../ui/states.tsx';
import { words } from './words.ts';

/** Warns people who change several monitors, some of which configuration files manage. */
export function ManagedMonitorsNotice({ monitors }: { readonly monitors: readonly MonitorRow[] }) {
  const { data = [] } = useQuery(managedMonitorsQuery);
  const changed = new Set(monitors.map(({ shortID }) => shortID));
  const files = data
    .map(({ file, managedIDs }) => ({ file, count: managedIDs.filter((id) => changed.has(id)).length }))
    .filter(({ count }) => count > 0);
  if (files.length === 0) return null;
  return (
    <Notice kind="warning">
      {files.map(({ file, count }) => (
        <p key={file}>{words.many(count, monitors.length, file)}</p>
      ))}
      <p>{words.reverts}</p>
    </Notice>
  );
}
