import type { Host } from '../host.ts';
import type { Change } from './plan-changes.ts';

/** Makes systemd read changed drop-ins, if systemd runs. Returns error messages. */
export function reloadUnits(host: Host, changes: readonly Pick<Change, 'path'>[]): readonly string[] {
  const dropIns = changes.filter(({ path }) => /\.d\/[^/]+\.conf$/.test(path));
  if (dropIns.length === 0 || host.isImage || !host.exists('/run/systemd/system')) return [];
  const areOfSystem = dropIns.some(({ path }) => path.startsWith('/etc/systemd/system/'));
  const args = areOfSystem ? ['daemon-reload'] : ['--user', 'daemon-reload'];
  const result = host.run('systemctl', args);
  if (result?.status === 0) return [];
  return [
    `systemd did not read the drop-ins. Run "systemctl ${args.join(' ')}". ${result?.stderr ?? ''}`.trim(),
  ];
}
