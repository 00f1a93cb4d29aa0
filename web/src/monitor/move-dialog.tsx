import type { Project } from '@overdue/sdk';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { Select } from '../ui/form/select.tsx';

const words = { project: 'Project', move: 'Move' } as const;

interface MoveDialogProps {
  readonly title: string;
  readonly description?: string;
  readonly projects: readonly Project[];
  /** Short ID of the current project. Omit it for monitors of several projects. */
  readonly current?: string;
  readonly onMove: (project: Project) => void;
  readonly onClose: () => void;
  /** Notices above the choice. */
  readonly children?: ReactNode;
}

export function MoveDialog(props: MoveDialogProps) {
  const { title, description, projects, current, onMove, onClose, children } = props;
  const [chosen, setChosen] = useState(current ?? projects[0]?.shortID);
  const project = projects.find(({ shortID }) => shortID === chosen);
  return (
    <FormDialog
      title={title}
      {...(description === undefined ? {} : { description })}
      action={words.move}
      ready={project !== undefined && chosen !== current}
      onSubmit={() => {
        if (project !== undefined) onMove(project);
        onClose();
      }}
      onClose={onClose}
    >
      {children}
      <Field label={words.project}>
        <Select
          label={words.project}
          value={chosen ?? ''}
          onChange={setChosen}
          options={projects.map(({ shortID, name }) => ({ value: shortID, label: name }))}
        />
      </Field>
    </FormDialog>
  );
}
