import type { Monitor } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectsQuery } from '../../data/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { words } from '../../words/monitor.ts';
import { words as uiWords } from '../../words/ui.ts';
import { useEdit } from './use-edit.ts';

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
    <Dialog
      open
      onClose={onClose}
      title={words.moveTitle}
      description={words.moveHint}
      actions={
        <>
          <Button onClick={onClose}>{uiWords.cancel}</Button>
          <Button look="primary" disabled={chosen === monitor.projectShortID} onClick={move}>
            {words.moveDo}
          </Button>
        </>
      }
    >
      <Select
        label={words.project}
        value={chosen}
        onChange={setChosen}
        options={projects.map(({ shortID, name }) => ({ value: shortID, label: name }))}
      />
    </Dialog>
  );
}
