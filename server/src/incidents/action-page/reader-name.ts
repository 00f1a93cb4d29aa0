import { withoutHiddenCharacters } from '@overdue/domain/hidden-characters.ts';
import { html, type Markup } from '../../platform/http/markup.ts';

/** Maximum characters of the name that a reader enters. */
const READER_NAME_LENGTH_MAX = 60;

/** Returns the name that a reader entered, on one line; '' for none. */
export function parseReaderName(text: string): string {
  const line = withoutHiddenCharacters(text.replaceAll(/\s+/g, ' ')).trim();
  return [...line].slice(0, READER_NAME_LENGTH_MAX).join('').trim();
}

export function nameField(name: string): Markup {
  return html`<label class="name">Your name, for the team (optional)
<input type="text" name="name" value="${name}" maxlength="${READER_NAME_LENGTH_MAX}" autocomplete="name"></label>
`;
}

/** Writes the entered name as a hidden field, so that later actions on a page without a name field still send the name. */
export function hiddenName(name: string): Markup {
  return html`<input type="hidden" name="name" value="${name}">
`;
}

/** Remembers the name in the browser, if the browser stores data. */
export const READER_NAME_SCRIPT = `
const field = document.querySelector('input[name=name]');
if (field !== null) {
  try {
    if (field.value === '') field.value = localStorage.getItem('overdue.link-name') ?? '';
  } catch {}
  field.form.addEventListener('submit', () => {
    try {
      localStorage.setItem('overdue.link-name', field.value.trim());
    } catch {}
  });
}
`;
