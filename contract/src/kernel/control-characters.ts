const joined =
  '\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}' +
  '\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}' +
  '\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}'

/** They make different names look alike. Joiners and variation selectors are allowed after characters that use them. */
export const invisibleCharacters = new RegExp(
  [
    '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb]',
    `(?<![${joined}])[\\u200c\\u200d]`,
    '(?<![\\p{Emoji}\\p{Script=Han}\\p{Sm}\\p{So}])[\\ufe00-\\ufe0f]',
    '(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
    '(?<![\\u{1f3f4}\\u{e0020}-\\u{e007f}])[\\u{e0000}-\\u{e00ff}]',
  ].join('|'),
  'u',
)

export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** C0, DEL and C1; line and paragraph separators; bidirectional marks, which disguise names ("gpj.exe"). */
export const controlCharacters = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
