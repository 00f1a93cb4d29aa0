import { words } from '../../app/sign-in-words.ts';
import { Icon } from '../../ui/icon.tsx';

/** Confirms that an email was sent. Unknown accounts get the same text. */
export function Sent({ text }: { readonly text: string }) {
  return (
    <div role="status" className="flex gap-3">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-wash text-accent">
        <Icon name="mail" className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="break-words">{text}</p>
        <p className="pt-2 text-soft">{words.sent.hint}</p>
      </div>
    </div>
  );
}
