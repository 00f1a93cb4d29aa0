import { classNames } from '../class-names.ts';
import { TextInput } from './field.tsx';

const DIGITS = 6;

interface CodeInputProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Called when the last digit is entered. */
  readonly onComplete: (code: string) => void;
  /** Called with a text that contains letters, such as a backup code. */
  readonly onLetters?: (text: string) => void;
  readonly autoFocus?: boolean;
  readonly className?: string;
}

/** Field for a 6-digit code. All digits share one input, so that pasting and autofill work. */
export function CodeInput({ value, onChange, onComplete, onLetters, autoFocus, className }: CodeInputProps) {
  return (
    <TextInput
      required
      autoFocus={autoFocus === true}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      value={value}
      onChange={(event) => {
        if (/\p{L}/u.test(event.target.value)) onLetters?.(event.target.value);
        const code = event.target.value.replaceAll(/\D/g, '').slice(0, DIGITS);
        onChange(code);
        if (code.length === DIGITS && code !== value) onComplete(code);
      }}
      className={classNames('h-12! text-center font-mono text-title! tracking-[0.4em]', className)}
    />
  );
}
