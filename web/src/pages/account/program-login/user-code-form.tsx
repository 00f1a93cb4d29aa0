import { USER_CODE_LENGTHS } from '@overdue/sdk/input-lengths';
import { useState } from 'react';
import { Field, TextInput } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { words } from './words.ts';

interface UserCodeFormProps {
  readonly initial?: string;
  readonly problem?: string;
  readonly onCode: (code: string) => void;
}

export function UserCodeForm({ initial = '', problem, onCode }: UserCodeFormProps) {
  const [code, setCode] = useState(initial);
  const isChanged = code.trim() !== initial;
  return (
    <Form
      action={words.next}
      ready={code.trim() !== '' && isChanged}
      busy={false}
      onSubmit={() => onCode(code.trim().toUpperCase())}
    >
      <p className="text-soft">{words.codeIntro}</p>
      <Field label={words.code} problem={isChanged ? undefined : problem}>
        <TextInput
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={USER_CODE_LENGTHS.userCode}
          placeholder={words.codeExample}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          className="h-12! text-center font-mono text-title! uppercase tracking-widest placeholder:normal-case"
        />
      </Field>
    </Form>
  );
}
