import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@overdue/domain/access/sign-in-limits.ts';
import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';
import { type PasswordStrength, passwordStrength, STRENGTHS } from './password-strength.ts';
import { words } from './password-words.ts';
import { showRefusal } from './refusal.ts';

interface NewPasswordProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly problem?: string | undefined;
  /** Names and addresses that an attacker may know and try as parts of the password. */
  readonly known?: readonly string[];
  readonly className?: string;
}

export function NewPassword({ label, value, onChange, problem, known = [], className }: NewPasswordProps) {
  const [isRefused, setRefused] = useState(false);
  const isShort = value.length < PASSWORD_LENGTH_MIN;
  return (
    <Field
      label={label}
      name="new-password"
      problem={problem ?? (isRefused && isShort ? words.strength.required(PASSWORD_LENGTH_MIN) : undefined)}
      hint={<StrengthHint password={value} known={known} />}
    >
      <PasswordInput
        required
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH_MIN}
        maxLength={PASSWORD_LENGTH_MAX}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onInvalid={(event) => {
          setRefused(true);
          showRefusal(event, event.currentTarget);
        }}
        className={className}
      />
    </Field>
  );
}

const COLORS: Readonly<Record<PasswordStrength['level'], string>> = {
  short: 'bg-line-strong',
  weak: 'bg-down',
  fair: 'bg-failing',
  good: 'bg-up',
  strong: 'bg-up',
};

function StrengthHint({ password, known }: { readonly password: string; readonly known: readonly string[] }) {
  const { level, advice } = passwordStrength(password, known);
  const filled = password === '' ? 0 : STRENGTHS.indexOf(level);
  return (
    <span className="block">
      <span aria-hidden="true" className="flex gap-1 pb-1 pt-0.5">
        {STRENGTHS.slice(1).map((step, index) => (
          <span
            key={step}
            className={classNames(
              'calm h-1 flex-1 rounded-full transition-colors',
              index < filled ? COLORS[level] : 'bg-line',
            )}
          />
        ))}
      </span>
      {/* Reserves two lines, so that the layout stays still while typing. */}
      <span aria-live="polite" className="block min-h-8">
        {password === '' ? words.strength.empty(PASSWORD_LENGTH_MIN) : sentence(password, level, advice)}
      </span>
    </span>
  );
}

function sentence(
  password: string,
  level: PasswordStrength['level'],
  advice: PasswordStrength['advice'],
): string {
  const { levels, missing, advice: advices } = words.strength;
  const adviceText =
    level === 'short' ? `${missing(PASSWORD_LENGTH_MIN - password.length)}.` : advices[advice];
  return `${levels[level]}. ${adviceText}`.trim();
}
