import { words } from '../../app/sign-in-words.ts';
import { CodeBlock } from '../../ui/copy.tsx';

const EXAMPLE = 'ann@example.com';

/** Explains how the operator can help if the service sends no email. */
export function NoMail({ email }: { readonly email: string }) {
  const { forgotten } = words;
  return (
    <div className="flex flex-col gap-3">
      <p>{forgotten.noMail}</p>
      <p className="text-soft">{forgotten.noMailHint}</p>
      <CodeBlock code={forgotten.command(email.trim() || EXAMPLE)} label={forgotten.commandLabel} />
    </div>
  );
}
