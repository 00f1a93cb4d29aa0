import type { MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { managedMonitorsQuery, managedQuery } from '../data/team/managed.ts';
import { pluralize } from '../time/words.ts';
import { Notice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';

const words = {
  badge: (file: string) => `Managed by ${file}`,
  badgeTitle: (key: string) => `Key in the configuration file: ${key}`,
  notice: (file: string, key: string) =>
    `Managed by the configuration file “${file}”, as “${key}”. Applying the file again reverts changes made here, so change the file, too.`,
  many: (count: number, all: number, file: string) =>
    `${count.toLocaleString('en')} of ${pluralize(all, 'monitor')} ${count === 1 ? 'is' : 'are'} managed by the configuration file “${file}”.`,
  reverts: 'Applying a file again reverts changes made here, so change the file, too.',
};

/** Warns people who edit a resource that a configuration file manages. */
export function ManagedNotice({ id }: { readonly id: string }) {
  const { data } = useQuery(managedQuery(id));
  return data == null ? null : <Notice kind="warning">{words.notice(data.file, data.key)}</Notice>;
}

/** Shows the name of the configuration file that manages a resource. */
export function ManagedBadge({ id }: { readonly id: string }) {
  const { data } = useQuery(managedQuery(id));
  return data == null ? null : (
    <span title={words.badgeTitle(data.key)}>
      <Tag variant="accent">{words.badge(data.file)}</Tag>
    </span>
  );
}

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
