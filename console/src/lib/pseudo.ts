export const brackets = { open: '⟦', close: '⟧' } as const

const plain = 'ABCDEGHIKNORSTUYabcdefghiknorstuy'
const marked = 'ÅƁÇÐÉĜĤÎĶÑÖŘŠŢÛÝåƀçðéƒĝĥîķñöřšţûý'

const holes = /(\$?\{\w+\})/

/** The share by which a text may grow in another language. */
const growth = 0.4

/** Accented, two fifths longer and in brackets. Only test builds use it, to find untranslated texts and tight layouts. */
export function pseudo(words: string): string {
  if (words.trim() === '') return words
  const parts = words.split(holes)
  const accented = parts.map((part, index) => (index % 2 === 1 ? part : accent(part)))
  const letters = parts.filter((_, index) => index % 2 === 0).join('').length
  return `${brackets.open}${accented.join('')}${padding(Math.ceil(letters * growth))}${brackets.close}`
}

const accent = (part: string) => part.replaceAll(/[A-Z]/gi, (letter) => marked[plain.indexOf(letter)] ?? letter)

const padding = (length: number) =>
  ' łóŋĝ éŕ'
    .repeat(Math.ceil(length / 8))
    .slice(0, length)
    .trimEnd()

export function pseudoTexts<Texts>(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts as object).map(([key, value]: [string, unknown]) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return [key, pseudoTexts(value)]
      return [key, typeof value === 'string' && !/format|locale/i.test(key) ? pseudo(value) : value]
    }),
  ) as Texts
}
