import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import { Tooltip } from '../../ui/popup/tooltip.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const { samples } = words;

export function FloatingSamples() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const toast = useToast();
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-3">
      <Menu
        align="start"
        trigger={
          <Button>
            {samples.menu}
            <Icon name="chevron-down" />
          </Button>
        }
        entries={[
          { kind: 'action', label: samples.edit, icon: 'edit', shortcut: 'e', onSelect: close },
          { kind: 'choice', label: samples.selected, checked: true, onSelect: close },
          { kind: 'line' },
          { kind: 'action', label: samples.remove, icon: 'trash', danger: true, onSelect: close },
        ]}
      />
      <Button onClick={() => setOpen('dialog')}>{samples.dialog}</Button>
      <Button onClick={() => setOpen('confirm')}>{samples.confirm}</Button>
      <Button onClick={() => toast({ title: samples.toastDone, undo: close })}>{samples.toast}</Button>
      <Tooltip content={samples.tooltipText}>
        <Button>{samples.tooltip}</Button>
      </Tooltip>
      <FormDialog
        open={open === 'dialog'}
        onClose={close}
        title={samples.dialogTitle}
        description={samples.dialogText}
        action={samples.save}
        onSubmit={close}
      >
        <Field label={samples.dialogTitle}>
          <TextInput type="datetime-local" />
        </Field>
      </FormDialog>
      <Confirm
        open={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title={samples.confirmTitle}
        action={samples.confirmAction}
      >
        {samples.confirmText}
      </Confirm>
    </div>
  );
}
