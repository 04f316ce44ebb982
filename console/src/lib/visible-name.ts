/** Characters that move, hide or turn around what stands beside them. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu
/** Joined pictures and letters need their joiners: behind a blank or a Latin letter there is none to join. */
const joining = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{M}\p{Script=Arabic}])[\u200c\u200d]/gu

/** Letters of Cyrillic and Greek that look like Latin ones, and the Latin ones that look like them. */
const likeLatin = /[асеорхуіјѕһԁԛԝАВЕКМНОРСТХУІЈЅҮαικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/gu
const likeOthers = /[aceopxyijshdqwABEKMHOPCTXYIJSZNvku]/g
const latin = /\p{Script=Latin}/gu
const others = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu

const codePoint = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** A letter that pretends to be of the script of the word around it stands as its number. */
function showForeign(word: string): string {
  const [own, foreign] = [word.match(latin)?.length ?? 0, word.match(others)?.length ?? 0]
  if (own === 0 || foreign === 0) return word
  return word.replaceAll(own < foreign ? likeOthers : likeLatin, codePoint)
}

/** A name as it is: what hides in it, and letters that look like others, stand as their numbers. */
export function visibleName(name: string): string {
  const joiners = new Set([...name.matchAll(joining)].map(({ index }) => index))
  const visible = name.replaceAll(hidden, (character, at: number) =>
    joiners.has(at) ? character : codePoint(character),
  )
  return visible.replaceAll(/\p{L}+/gu, showForeign)
}
