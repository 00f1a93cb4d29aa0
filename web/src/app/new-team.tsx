import { type FormEvent, useState } from 'react';
import { api, messageOf } from '../data/client.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, TextInput } from '../ui/field.tsx';
import { words } from '../words/shell.ts';
import { switchTeam } from './switch-team.ts';

const FORM = 'new-team';

export function NewTeam({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
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
    <Dialog
      open={open}
      onClose={onClose}
      title={words.newTeam}
      actions={
        <Button look="primary" type="submit" form={FORM} busy={isBusy} disabled={name.trim() === ''}>
          {words.createTeam}
        </Button>
      }
    >
      <form id={FORM} onSubmit={(event) => void create(event)} className="pt-3">
        <Field label={words.newTeamName} problem={problem}>
          <TextInput value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
