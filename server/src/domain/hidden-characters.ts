/** Characters that join others into what people see as one: those of emoji, and those that scripts need between letters. */
const NEEDED = String.raw`
  \p{RGI_Emoji}
  | \p{Emoji}[\u{fe0e}\u{fe0f}]
  | (?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u{200d}(?=\p{Extended_Pictographic})
  | (?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u{200c}\u{200d}](?=[\p{L}\p{M}])
  | (?<=\p{Script=Mongolian})[\u{180b}-\u{180d}\u{180f}]
  | (?<=\p{Script=Han})[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]`;

/** Control characters, line and paragraph separators, marks of direction, and all that is shown as nothing. */
const HIDDEN = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]`;

const CHARACTER = new RegExp(`(${NEEDED.replaceAll(/\s+/g, '')})|${HIDDEN}`, 'gv');

/**
 * Returns the first character that hides in a text or turns it around, as in `U+202E`; null when there is none. Such characters
 * let a name pass for another one, or reorder the sentence of a mail around it.
 */
export function hiddenCharacterIn(text: string): string | null {
  for (const [character, needed] of text.matchAll(CHARACTER))
    if (needed === undefined)
      return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  return null;
}

/** Takes out every character that hides in a text or turns it around, except those that `keep` names. */
export function withoutHiddenCharacters(text: string, keep = ''): string {
  return text.replaceAll(CHARACTER, (character: string, needed: string | undefined) =>
    needed !== undefined || keep.includes(character) ? character : '',
  );
}
