import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { useState } from 'react';
import { api } from '../../data/client.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { words } from '../words.ts';
import { switchTeam } from './switch-team.ts';

export function NewTeam({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function create(): Promise<void> {
    setBusy(true);
    try {
      const team = await api.team.create(name);
      await switchTeam(team.teamID);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={words.newTeam}
      action={words.createTeam}
      ready={name.trim() !== ''}
      busy={isBusy}
      onSubmit={() => void create()}
    >
      <Field label={words.newTeamName} problem={problem}>
        <TextInput
          value={name}
          maxLength={SHORT_NAME_LENGTH_MAX}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
