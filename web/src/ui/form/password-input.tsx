import { type ComponentProps, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { TextInput } from './field.tsx';
import { words } from './password-words.ts';

/**
 * A password field with a button that shows the password. Typing errors are more likely than someone looking over the user's
 * shoulder.
 */
export function PasswordInput({ className, ...props }: ComponentProps<typeof TextInput>) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? words.hidePassword : words.showPassword;
  return (
    <div className="relative">
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={isShown ? 'text' : 'password'}
        className={classNames('pr-10', typeof className === 'string' ? className : undefined)}
      />
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-md text-soft hover:text-ink"
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} />
      </button>
    </div>
  );
}
