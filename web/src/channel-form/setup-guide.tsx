import { SETUPS } from './setup-steps.ts';
import { StepText } from './step-text.tsx';
import { words } from './words.ts';

interface SetupGuideProps {
  readonly type: string;
  readonly title: string;
  /** Whether the steps are collapsed, as for an existing channel. */
  readonly folded?: boolean;
}

/** Numbered steps for obtaining the values of the form, with a link to the provider's documentation. */
export function SetupGuide({ type, title, folded = false }: SetupGuideProps) {
  const setup = SETUPS[type];
  if (setup === undefined) return null;
  const steps = (
    <>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5">
        {setup.steps.map((step) => (
          <li key={step}>
            <StepText text={step} />
          </li>
        ))}
      </ol>
      {setup.permission === undefined ? null : <p className="text-soft">{setup.permission}</p>}
      <a href={setup.documentation} target="_blank" rel="noreferrer" className="self-start link">
        {words.setup.documentation(title)}
      </a>
    </>
  );
  return (
    <aside aria-label={words.setup.title} className="wrap-anywhere">
      {folded ? (
        <details>
          <summary className="min-h-6 cursor-pointer font-semibold">{words.setup.title}</summary>
          <div className="flex flex-col gap-2 pt-2">{steps}</div>
        </details>
      ) : (
        <div className="flex flex-col gap-2">
          <h2 className="font-semibold">{words.setup.title}</h2>
          {steps}
        </div>
      )}
    </aside>
  );
}
