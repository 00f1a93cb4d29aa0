/** Invisible characters with legitimate uses: in emoji, and between letters of some scripts. */
const NEEDED = String.raw`
  \p{RGI_Emoji}
  | \p{Emoji}[\u{fe0e}\u{fe0f}]
  | (?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u{200d}(?=\p{Extended_Pictographic})
  | (?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u{200c}\u{200d}](?=[\p{L}\p{M}])
  | (?<=\p{Script=Mongolian})[\u{180b}-\u{180d}\u{180f}]
  | (?<=\p{Script=Han})[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]`;

/** Control characters, line and paragraph separators, direction marks, and invisible characters. */
const HIDDEN = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]`;

let compiled: RegExp | undefined;

/** Compiles the expression on first use, because its set of all emoji would take 5 % of each start. */
function characters(): RegExp {
  compiled ??= new RegExp(`(${NEEDED.replaceAll(/\s+/g, '')})|${HIDDEN}`, 'gv');
  return compiled;
}

/** Returns the first invisible or direction-changing character of a text, like `U+202E`. Such characters can fake a name. */
export function hiddenCharacterIn(text: string): string | null {
  for (const [character, needed] of text.matchAll(characters()))
    if (needed === undefined)
      return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  return null;
}

/** Removes invisible and direction-changing characters, except the characters in `keep`. */
export function withoutHiddenCharacters(text: string, keep = ''): string {
  return text.replaceAll(characters(), (character: string, needed: string | undefined) =>
    needed !== undefined || keep.includes(character) ? character : '',
  );
}
