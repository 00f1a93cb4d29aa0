import { SEVERITY_NAMES, type Severity } from './alert-choices.ts';

const COLORS: Readonly<Record<Severity, string>> = {
  low: 'border-line text-soft',
  normal: '',
  high: 'border-failing text-failing',
  critical: 'border-transparent bg-down text-on-status',
};

/** Shows the severity of a monitor, unless it is the default severity. */
export function SeverityTag({ severity }: { readonly severity: Severity }) {
  if (severity === 'normal') return null;
  return (
    <span
      className={`inline-block h-5 shrink-0 rounded-sm border px-1.5 align-middle text-xs leading-4.5 font-medium ${COLORS[severity]}`}
    >
      {SEVERITY_NAMES[severity]}
    </span>
  );
}
