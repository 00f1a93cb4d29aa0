import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export function Switch({ checked, onChange, label, hint, disabled }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control.
    <label className="flex cursor-pointer items-start gap-2.5 py-0.5">
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        disabled={disabled === true}
        className="calm mt-0.5 flex h-4.5 w-8 shrink-0 rounded-full border border-line-strong bg-sunken p-px transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-55 forced-colors:data-checked:bg-[Highlight]"
      >
        <Base.Thumb className="calm size-3.5 rounded-full bg-line-strong transition-transform data-checked:translate-x-3.5 data-checked:bg-on-accent forced-colors:bg-[CanvasText] forced-colors:data-checked:bg-[HighlightText]" />
      </Base.Root>
      <span className="min-w-0">
        <span className="font-medium">{label}</span>
        {hint === undefined ? null : <span className="block text-xs text-soft">{hint}</span>}
      </span>
    </label>
  );
}
