import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { words } from '../words.ts';

const FIRST = 'input:not([tabindex="-1"]), textarea, select, button, a[href]';

/** IDs of open dialogs, topmost last. */
const opened: string[] = [];

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, primary last. */
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  /** Whether the dialog contains only text. If so, the text can be focused and scrolled with the keyboard. */
  readonly readOnly?: boolean;
  /** Whether only the actions close the dialog, because closing it by accident would lose something. */
  readonly isRequired?: boolean;
  /** Whether the last action gets the focus if the dialog has no fields. */
  readonly focusesAction?: boolean;
  /** Element that gets the focus when the dialog closes. Default: the element that opened the dialog. */
  readonly finalFocus?: RefObject<HTMLElement | null>;
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  wide,
  readOnly,
  isRequired = false,
  focusesAction = false,
  finalFocus,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    opened.push(id);
    return () => void opened.splice(opened.indexOf(id), 1);
  }, [open, id]);
  return (
    // A click in an upper dialog counts as outside the dialogs below it, but must not close them.
    <Base.Root open={open} onOpenChange={(next) => !next && !isRequired && opened.at(-1) === id && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="calm backdrop transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Base.Popup
          {...(finalFocus === undefined ? {} : { finalFocus: () => focusTarget(finalFocus.current) })}
          initialFocus={() =>
            body.current?.querySelector<HTMLElement>(FIRST) ??
            (focusesAction ? [...(buttons.current?.querySelectorAll('button') ?? [])].at(-1) : null) ??
            true
          }
          className={classNames(
            'calm fixed left-1/2 top-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 flex-col',
            'rounded-lg border border-line bg-panel shadow-floating outline-none transition-[opacity,scale] data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0',
            wide === true ? 'max-w-180' : 'max-w-120',
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-4">
            <Base.Title className="flex-1 text-lg font-semibold">{title}</Base.Title>
            {isRequired ? null : (
              <Base.Close
                render={
                  <IconButton label={words.close} className="-mr-2 -mt-1">
                    <Icon name="close" />
                  </IconButton>
                }
              />
            )}
          </header>
          <div
            ref={body}
            {...(readOnly === true ? { tabIndex: 0, role: 'region', 'aria-label': title } : {})}
            className="min-h-0 flex-1 overflow-y-auto px-5 pb-4 focus-visible:-outline-offset-2"
          >
            {description === undefined ? null : (
              <Base.Description className="pb-3 text-soft">{description}</Base.Description>
            )}
            {children}
          </div>
          {actions === undefined ? null : (
            <div ref={buttons} className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Returns the element that gets the focus back. Returns false if no element had the focus, to leave the focus unchanged. */
function focusTarget(element: HTMLElement | null): HTMLElement | false {
  return element === null || element === document.body ? false : element;
}
