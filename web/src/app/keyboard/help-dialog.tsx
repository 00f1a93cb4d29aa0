import { Fragment, useLayoutEffect, useRef } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { KeyboardKey } from '../../ui/tag.tsx';
import { IS_MAC } from './platform.ts';
import { printedKey, SHORTCUTS, type Shortcut } from './shortcuts.ts';
import { words } from './words.ts';

const GROUPS = ['list', 'everywhere', 'go'] as const;

export function HelpDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const before = useRef<HTMLElement>(null);
  // The dialog is opened by a shortcut, so there is no button to which the focus could return.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  }, [open]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title}
      description={words.description}
      wide
      readOnly
      finalFocus={before}
    >
      <div className="gap-8 md:columns-2">
        {GROUPS.map((group) => (
          <section key={group} className="break-inside-avoid pb-4">
            <h3 className="pb-1 text-xs font-medium text-soft">{words.groups[group]}</h3>
            <dl className="divide-y divide-line">
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map((shortcut) => (
                <div key={shortcut.id} className="flex min-h-8 items-center gap-3 py-1">
                  <dt className="flex-1">{shortcut.title}</dt>
                  <dd className="flex shrink-0 items-center gap-1">
                    <Keys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Keys({ shortcut: { sequences } }: { readonly shortcut: Shortcut }) {
  return sequences.map((sequence, index) => (
    <Fragment key={sequence.join(' ')}>
      {index === 0 ? null : <span className="text-xs text-soft">{words.or}</span>}
      {sequence.map((key, at) => (
        <Fragment key={key}>
          {at === 0 ? null : <span className="text-xs text-soft">{words.andThen}</span>}
          <KeyboardKey>{printedKey(key, { isMac: IS_MAC })}</KeyboardKey>
        </Fragment>
      ))}
    </Fragment>
  ));
}
