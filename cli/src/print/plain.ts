/** Returns one line of text in which control characters are visible, so that a name can't move the cursor of the terminal. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\n\t]+/g, ' ');
}

/** Returns text in which control characters other than line breaks and tabs are visible, such as ␛. */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(PICTURES + code) : '\ufffd';
  });
}

/** Code point of `␀`, the first of the Unicode symbols for control characters. */
const PICTURES = 0x2400;
