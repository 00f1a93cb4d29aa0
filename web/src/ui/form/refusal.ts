import type { FormEvent } from 'react';
import { words } from '../words.ts';

const { refusal: text } = words;

/** Returns why the browser refuses a value, in the application's own words. */
export function refusalOf({ validity, type, validationMessage }: HTMLInputElement): string {
  if (validity.valueMissing) return text.missing;
  if (validity.typeMismatch && type === 'email') return text.email;
  if (validity.typeMismatch && type === 'url') return text.url;
  return validationMessage;
}

/** Shows the message in the field instead of the browser's bubble, and moves the focus as the browser would. */
export function showRefusal(event: FormEvent, control: HTMLInputElement): void {
  event.preventDefault();
  if (control.form?.querySelector('input:invalid') === control) control.focus();
}

/**
 * Moves the focus to the first field of a form that has an error. Call this in the handler of an event or in an effect, so that the
 * errors are rendered in the next frame.
 */
export function focusFirstProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>(
      'input[data-invalid],textarea[data-invalid],[aria-invalid=true]',
    );
    field?.focus();
  });
}
