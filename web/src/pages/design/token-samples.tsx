import { words } from './words.ts';

const COLOURS = [
  'ground',
  'panel',
  'sunken',
  'hover',
  'line',
  'line-strong',
  'ink',
  'soft',
  'accent',
  'accent-wash',
  'up',
  'late',
  'failing',
  'down',
  'paused',
  'new',
  'running',
] as const;

const { samples } = words;

export function TokenSamples() {
  return (
    <div className="flex flex-col gap-5">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-3">
        {COLOURS.map((name) => (
          <li key={name} className="text-xs text-soft">
            <span
              className="mb-1 block h-10 rounded-md border border-line"
              style={{ background: `var(--color-${name})` }}
            />
            {name}
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-1">
        <p className="text-display font-semibold">{samples.display}</p>
        <p className="text-title font-semibold">{samples.titleText}</p>
        <p className="text-lg">{samples.large}</p>
        <p>{samples.base}</p>
        <p className="numeric text-table">{samples.small}</p>
        <p className="text-xs text-soft">{samples.tiny}</p>
        <p className="font-mono text-table">{samples.mono}</p>
      </div>
      <div className="flex gap-4">
        <span className="size-16 rounded-sm border border-line bg-panel shadow-raised" />
        <span className="size-16 rounded-md border border-line bg-panel shadow-raised" />
        <span className="size-16 rounded-lg border border-line bg-panel shadow-floating" />
      </div>
    </div>
  );
}
