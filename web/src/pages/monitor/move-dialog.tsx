import type { Monitor } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectsQuery } from '../../data/team/projects.ts';
import { Select } from '../../ui/form/select.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useEdit } from './use-edit.ts';
import { words } from './words.ts';

export function MoveDialog({
  monitor,
  onClose,
}: {
  readonly monitor: Monitor;
  readonly onClose: () => void;
}) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const [chosen, setChosen] = useState(monitor.projectShortID);
  const { change } = useEdit(monitor);
  function move(): void {
    const name = projects.find(({ shortID }) => shortID === chosen)?.name ?? '';
    change({
      edit: { projectShortID: chosen },
      done: words.moved(name),
      undo: { projectShortID: monitor.projectShortID },
    });
    onClose();
  }
  return (
    <FormDialog
      onClose={onClose}
      title={words.moveTitle}
      description={words.moveHint}
      action={words.moveDo}
      ready={chosen !== monitor.projectShortID}
      onSubmit={move}
    >
      <Select
        label={words.project}
        value={chosen}
        onChange={setChosen}
        options={projects.map(({ shortID, name }) => ({ value: shortID, label: name }))}
      />
    </FormDialog>
  );
}
