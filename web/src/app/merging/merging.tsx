import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react';
import { setMergeView } from '../../data/edits/merged-save.ts';
import { useToast } from '../../ui/toasts.tsx';
import type { MergeDialog } from './merge-dialog.tsx';
import { words } from './words.ts';

type DialogProps = ComponentProps<typeof MergeDialog>;

interface OpenDialog extends DialogProps {
  readonly Dialog: ComponentType<DialogProps>;
}

export function Merging() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const toast = useRef(useToast());
  useEffect(
    () =>
      setMergeView({
        async choose(conflicts) {
          const { MergeDialog } = await import('./merge-dialog.tsx');
          return new Promise((response) => {
            setDialog({
              Dialog: MergeDialog,
              conflicts,
              onEnd(choice) {
                setDialog(undefined);
                response(choice);
              },
            });
          });
        },
        onMerged: () => toast.current({ title: words.merged }),
      }),
    [],
  );
  if (dialog === undefined) return null;
  const { Dialog, conflicts, onEnd } = dialog;
  return <Dialog conflicts={conflicts} onEnd={onEnd} />;
}
