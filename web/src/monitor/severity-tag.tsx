import { classNames } from '../ui/class-names.ts';
import { SEVERITY_NAMES, type Severity } from './alert-choices.ts';

const COLORS: Readonly<Record<Severity, string>> = {
  low: 'border-line text-soft',
  normal: '',
  high: 'border-failing text-failing',
  critical: 'border-transparent bg-down text-on-status',
};

interface SeverityTagProps {
  readonly severity: Severity;
  /** Whether the tag grows with its container, as on the wallboard. */
  readonly isLarge?: boolean;
}

/** Shows the severity of a monitor, unless it is the default severity. */
export function SeverityTag({ severity, isLarge = false }: SeverityTagProps) {
  if (severity === 'normal') return null;
  return (
    <span
      className={classNames(
        'inline-block shrink-0 rounded-sm border align-middle font-medium',
        isLarge ? 'px-2 text-[clamp(14px,3.4cqi,36px)] leading-[1.35]' : 'h-5 px-1.5 text-xs leading-4.5',
        COLORS[severity],
      )}
    >
      {SEVERITY_NAMES[severity]}
    </span>
  );
}
