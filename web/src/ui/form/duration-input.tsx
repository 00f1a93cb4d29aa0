import { formatSecondsExact, parseSeconds } from '../../time/parse-duration.ts';
import { words } from '../words.ts';
import { TextInput } from './field.tsx';

interface DurationInputProps {
  /** Text as typed, such as `1h 30m`. Parse it with `parseSeconds`. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: () => void;
  /** Suggested durations in seconds. */
  readonly choices?: readonly number[];
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

/** Field for a duration. Rewrites the text in standard form on blur. */
export function DurationInput({
  value,
  onChange,
  onBlur,
  choices = [],
  placeholder,
  disabled,
}: DurationInputProps) {
  const seconds = parseSeconds(value);
  return (
    <div className="flex flex-col gap-1.5">
      <TextInput
        value={value}
        onValueChange={(text) => onChange(text)}
        onBlur={() => {
          if (seconds !== null) onChange(formatSecondsExact(seconds));
          onBlur?.();
        }}
        {...(placeholder === undefined ? {} : { placeholder })}
        disabled={disabled === true}
        autoComplete="off"
        spellCheck={false}
        className="numeric"
      />
      {choices.length === 0 ? null : (
        <span className="flex flex-wrap gap-1">
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              disabled={disabled === true}
              aria-pressed={choice === seconds}
              onClick={() => {
                onChange(formatSecondsExact(choice));
                onBlur?.();
              }}
              className="numeric calm h-6 rounded-sm border border-line bg-sunken px-1.5 text-xs text-soft hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent max-md:h-10 max-md:px-2.5"
            >
              {choice === 0 ? words.none : formatSecondsExact(choice)}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}
