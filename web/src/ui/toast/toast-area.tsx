import { Toast as Base } from '@base-ui/react/toast';
import { useEffect, useState } from 'react';
import { Icon } from '../icon.tsx';
import { offerUndo, subscribeToToasts, type ToastMessage, UNDO_MS, withdrawUndo } from '../toasts.tsx';
import { words } from '../words.ts';

const SHOWN_MS = 6000;

/** Corner of the page that shows toasts. Loaded after the first page. */
export function ToastArea() {
  return (
    <Base.Provider limit={4}>
      <Base.Portal>
        <Base.Viewport className="fixed bottom-4 right-4 z-50 flex w-90 max-w-[calc(100vw-32px)] flex-col gap-2 max-md:bottom-20 in-[body:has([data-selection-toolbar])]:bottom-20 max-md:in-[body:has([data-selection-toolbar])]:bottom-34">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { toasts, add, close } = Base.useToastManager();
  const [shown] = useState(() => new Map<string, string>());
  useEffect(
    () =>
      subscribeToToasts(({ title, detail, kind = 'done', undo, about }: ToastMessage) => {
        const earlier = about === undefined ? undefined : shown.get(about);
        if (earlier !== undefined) close(earlier);
        const undoAndClose = (): void => {
          undo?.();
          close(id);
        };
        const id: string = add({
          title,
          ...(detail === undefined ? {} : { description: detail }),
          type: kind,
          priority: kind === 'problem' ? 'high' : 'low',
          timeout: undo === undefined ? SHOWN_MS : UNDO_MS,
          ...(undo === undefined ? {} : { actionProps: { children: words.undo, onClick: undoAndClose } }),
          onClose(): void {
            withdrawUndo(id);
            if (about !== undefined && shown.get(about) === id) shown.delete(about);
          },
        });
        if (undo !== undefined) offerUndo(id, undoAndClose);
        if (about !== undefined) shown.set(about, id);
      }),
    [add, close, shown],
  );
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      data-toast=""
      className="calm flex items-start gap-2.5 rounded-lg border border-line bg-panel p-3 shadow-floating transition-[opacity,translate] data-starting-style:translate-y-2 data-starting-style:opacity-0 data-ending-style:opacity-0"
    >
      <span className={toast.type === 'problem' ? 'text-down' : 'text-up'}>
        <Icon name={toast.type === 'problem' ? 'incidents' : 'check'} className="mt-0.5 size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <Base.Title className="font-medium" />
        <Base.Description className="text-table text-soft" />
      </div>
      <Base.Action className="rounded-sm px-1.5 font-medium text-accent hover:bg-hover" />
      <Base.Close aria-label={words.close} className="rounded-sm p-0.5 text-soft hover:bg-hover">
        <Icon name="close" />
      </Base.Close>
    </Base.Root>
  ));
}
