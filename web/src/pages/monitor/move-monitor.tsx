import type { MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '../../data/team/projects.ts';
import { MoveDialog } from '../../monitor/move-dialog.tsx';
import { useEdit } from './use-edit.ts';
import { words } from './words.ts';

export function MoveMonitor({
  monitor,
  onClose,
}: {
  readonly monitor: MonitorRow;
  readonly onClose: () => void;
}) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const { change } = useEdit(monitor);
  return (
    <MoveDialog
      title={words.moveTitle}
      description={words.moveHint}
      projects={projects}
      current={monitor.projectShortID}
      onMove={({ shortID, name }) =>
        change({
          edit: { projectShortID: shortID },
          done: words.moved(name),
          undo: { projectShortID: monitor.projectShortID },
        })
      }
      onClose={onClose}
    />
  );
}
