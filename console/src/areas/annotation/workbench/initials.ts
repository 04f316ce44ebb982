/** The first letters of two words, or the first two of one; one sign of a name in Chinese. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== '')
  const letters = [...(words[0] ?? '')]
  if (/\p{Script=Han}/u.test(letters[0] ?? '')) return letters[0] ?? ''
  const second = words.length > 1 ? [...(words[1] ?? '')][0] : letters[1]
  return `${letters[0] ?? ''}${second ?? ''}`.toUpperCase()
}
