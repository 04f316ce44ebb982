/** A pattern for a whole text: characters, `*` for any number of them, `?` for one. */
export type TextPattern = readonly PatternPart[]
export type PatternPart = { readonly any: true } | { readonly one: true } | { readonly character: string }

/** True where only ASCII letters have two cases, which `like` knows. */
export function isCaseless(pattern: TextPattern): boolean {
  return pattern.every(
    (part) => !('character' in part) || part.character < '\u0080' || casesOf(part.character).length === 1,
  )
}

/** The pattern that `like` takes, with the escape character `\`. */
export function likePattern(pattern: TextPattern): string {
  const texts = pattern.map((part) => {
    if ('any' in part) return '%'
    if ('one' in part) return '_'
    return /[\\%_]/.test(part.character) ? `\\${part.character}` : part.character
  })
  return texts.join('')
}

/** A letter in both cases, each where it is one character. */
export function casesOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
  return [...new Set(cases.filter((each) => Array.from(each).length === 1))]
}
