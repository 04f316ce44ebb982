/** Characters that move, hide or turn around what stands beside them. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A name with every character to be seen: what hides stands as its number. */
export function escapeHiddenCharacters(name: string): string {
  return name.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}
