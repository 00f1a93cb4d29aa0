import { SETUP_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { useMutation } from '@tanstack/react-query';
import { words } from '../../app/sign-in-words.ts';
import { OPEN_BUTTON, OPEN_CONTROL } from '../../app/signed-out-page.tsx';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';

interface MailFormProps {
  readonly kind: 'link' | 'reset';
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSent: (text: string) => void;
}

export function MailForm({ kind, email, onEmail, onSent }: MailFormProps) {
  const send = useMutation({
    async mutationFn() {
      const address = email.trim();
      if (kind === 'link') {
        const { minutes } = await api.accounts.sendSignInLink(address);
        return words.sent.signIn(address, minutes);
      }
      await api.accounts.requestPasswordReset(address);
      return words.sent.reset(address);
    },
    onSuccess: onSent,
  });
  const problems = problemsOf(send.error, ['email']);
  return (
    <Form
      buttonClass={OPEN_BUTTON}
      onSubmit={() => send.mutate()}
      problem={problems.general}
      action={kind === 'link' ? words.link.submit : words.forgotten.submit}
      busy={send.isPending}
    >
      <Field label={words.email} problem={problems.of('email')}>
        <TextInput
          required
          autoFocus
          type="email"
          autoComplete="username"
          maxLength={SETUP_INPUT_LENGTHS.email}
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          className={OPEN_CONTROL}
        />
      </Field>
    </Form>
  );
}
