/** The first letters of two words, or the first two of one; one character of a Chinese name. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.split(/[\s._-]+/u).filter((word) => word !== '')
  const letters = Array.from(first)
  const [one = '', two = ''] = letters
  if (/\p{Script=Han}/u.test(one)) return one
  return `${one}${second === undefined ? two : (Array.from(second)[0] ?? '')}`.toUpperCase()
}
