import type { ComponentProps } from 'react';
import { Field } from '../../../ui/form/field.tsx';
import type { Editor } from '../use-editor.ts';
import { TheirChange } from './their-change.tsx';

interface SettingFieldProps extends Omit<ComponentProps<typeof Field>, 'problem'> {
  readonly editor: Editor;
  /** Path of the setting in the API, such as `schedule.cron`. */
  readonly path: string;
}

/** A field of the editor. Shows the setting's error and changes by other people. */
export function SettingField({ editor, path, children, ...props }: SettingFieldProps) {
  return (
    <Field {...props} problem={editor.problem(path)}>
      {children}
      <TheirChange editor={editor} path={path} />
    </Field>
  );
}
