import { CODE_LENGTH_MAX } from '@overdue/domain/access/sign-in-limits.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_BUTTON, OPEN_CONTROL, OPEN_LINK } from '../../app/signed-out-page.tsx';
import { api } from '../../data/client.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';

/** Accepts a code from an authenticator app, or a backup code. */
export function SecondFactorForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [kind, setKind] = useState<'app' | 'backup'>('app');
  const [code, setCode] = useState('');
  const [trust, setTrust] = useState(false);
  const verify = useMutation({
    mutationFn: (entered: string) => {
      const input = { code: entered.trim(), trustDevice: trust };
      return kind === 'app' ? api.accounts.verifyCode(input) : api.accounts.verifyBackupCode(input);
    },
    onSuccess: onSignedIn,
    onError: () => kind === 'app' && setCode(''),
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    verify.mutate(code);
  }
  function swap(to: 'app' | 'backup', text = ''): void {
    setKind(to);
    setCode(text);
    verify.reset();
  }
  const problem = verify.error === null ? undefined : messageOf(verify.error);
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">{kind === 'app' ? words.code.intro : words.code.backupIntro}</p>
      {kind === 'app' ? (
        <Field key="app" label={words.code.label} problem={problem}>
          <CodeInput
            autoFocus
            value={code}
            onChange={setCode}
            onComplete={(all) => verify.mutate(all)}
            onLetters={(text) => swap('backup', text)}
          />
        </Field>
      ) : (
        <Field key="backup" label={words.code.backupLabel} problem={problem}>
          <TextInput
            required
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={CODE_LENGTH_MAX}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            className={`${OPEN_CONTROL} font-mono`}
          />
        </Field>
      )}
      <Checkbox checked={trust} onChange={setTrust} label={words.code.trust} />
      <Button type="submit" variant="primary" busy={verify.isPending} className={OPEN_BUTTON}>
        {words.code.submit}
      </Button>
      <button
        type="button"
        onClick={() => swap(kind === 'app' ? 'backup' : 'app')}
        className={`${OPEN_LINK} self-center`}
      >
        {kind === 'app' ? words.code.useBackup : words.code.useApp}
      </button>
    </form>
  );
}
