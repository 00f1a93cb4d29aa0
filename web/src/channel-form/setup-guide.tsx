import { SETUPS } from './setup-steps.ts';
import { words } from './words.ts';

/** Numbered steps that lead to the values of the form, with the provider's documentation. */
export function SetupGuide({ type, title }: { readonly type: string; readonly title: string }) {
  const setup = SETUPS[type];
  if (setup === undefined) return null;
  return (
    <aside aria-label={words.setup.title} className="flex flex-col gap-2 wrap-anywhere">
      <h2 className="font-semibold">{words.setup.title}</h2>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5">
        {setup.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {setup.permission === undefined ? null : <p className="text-soft">{setup.permission}</p>}
      <a
        href={setup.documentation}
        target="_blank"
        rel="noopener noreferrer"
        className="self-start text-accent underline underline-offset-2"
      >
        {words.setup.documentation(title)}
      </a>
    </aside>
  );
}
