import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { words as ui } from '../../../ui/words.ts';
import { words } from '../words.ts';
import { NAME_LENGTH_MAX, type SavedView, VIEWS_MAX } from './saved-views.ts';

const { views: text } = words;

interface SaveViewProps {
  readonly isFull: boolean;
  readonly onClose: () => void;
  readonly onSave: (name: string) => void;
}

export function SaveView({ isFull, onClose, onSave }: SaveViewProps) {
  const [name, setName] = useState('');
  function submit(): void {
    onSave(name.trim());
    onClose();
  }
  return (
    <FormDialog
      worksOffline
      onClose={onClose}
      title={text.saveTitle}
      description={text.saveHint}
      action={ui.save}
      ready={name.trim() !== ''}
      onSubmit={submit}
    >
      <Field label={text.name} {...(isFull ? { hint: text.full(VIEWS_MAX) } : {})}>
        <TextInput
          value={name}
          maxLength={NAME_LENGTH_MAX}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

interface DeleteViewsProps {
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
  readonly onDelete: (view: SavedView) => void;
}

export function DeleteViews({ views, onClose, onDelete }: DeleteViewsProps) {
  return (
    <Dialog open onClose={onClose} title={text.deleteTitle} description={text.deleteHint}>
      {views.length === 0 ? <p className="text-soft">{text.none}</p> : null}
      <ul className="divide-y divide-line">
        {views.map((view) => (
          <li key={view.name} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1 truncate">{view.name}</span>
            <Button variant="quiet" onClick={() => onDelete(view)} aria-label={`${ui.delete} ${view.name}`}>
              <Icon name="trash" />
              {ui.delete}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
