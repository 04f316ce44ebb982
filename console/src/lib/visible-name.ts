/** Characters that move, hide or reverse their neighbors. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu
/** Joiners are legitimate within emoji and Arabic or combining letters, but not after blanks or Latin letters. */
const joining = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{M}\p{Script=Arabic}])[\u200c\u200d]/gu

/** Cyrillic and Greek letters that look like Latin ones, and their Latin counterparts. */
const likeLatin = /[асеорхуіјѕһԁԛԝАВЕКМНОРСТХУІЈЅҮαικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/gu
const likeOthers = /[aceopxyijshdqwABEKMHOPCTXYIJSZNvku]/g
const latin = /\p{Script=Latin}/gu
const others = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu

const codePoint = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

function showForeign(word: string): string {
  const [own, foreign] = [word.match(latin)?.length ?? 0, word.match(others)?.length ?? 0]
  if (own === 0 || foreign === 0) return word
  return word.replaceAll(own < foreign ? likeOthers : likeLatin, codePoint)
}

export function visibleName(name: string): string {
  const joiners = new Set([...name.matchAll(joining)].map(({ index }) => index))
  const visible = name.replaceAll(hidden, (character, at: number) =>
    joiners.has(at) ? character : codePoint(character),
  )
  return visible.replaceAll(/\p{L}+/gu, showForeign)
}
