import { useState } from 'react';
import { Field, TextInput } from '../form/field.tsx';
import { words } from '../words.ts';
import { FormDialog } from './form-dialog.tsx';

interface TypedConfirmProps {
  readonly title: string;
  readonly description: string;
  /** Verb of the action, such as "Delete team". */
  readonly action: string;
  /** Name that the user types to confirm. */
  readonly name: string;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Dialog for the deletion of something that contains much else. The user types its name to confirm. */
export function TypedConfirm({ title, description, action, name, onConfirm, ...rest }: TypedConfirmProps) {
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      {...rest}
      title={title}
      description={description}
      action={action}
      isDangerous
      ready={typed.trim().toLowerCase() === name.trim().toLowerCase()}
      onSubmit={onConfirm}
    >
      <Field label={words.typeToConfirm(name)}>
        <TextInput
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
