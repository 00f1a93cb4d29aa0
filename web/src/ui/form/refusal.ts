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
