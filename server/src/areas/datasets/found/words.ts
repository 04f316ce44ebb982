/** A text of each image, of which there are few different ones: kept as numbers, and asked once for each of the texts. */
export interface Words {
  set(number: number, text: string): void
  of(number: number): string
  /** Whether the text of an image is one that passes; for asking about all images. */
  passing(test: (text: string) => boolean): (number: number) => boolean
}

export function createWords(capacity: number): Words {
  let column = new Uint32Array(capacity + 1)
  const texts: string[] = ['']
  const known = new Map<string, number>([['', 0]])

  return {
    set(number, text) {
      if (number >= column.length) {
        const wider = new Uint32Array(Math.ceil(number * 1.5) + 1)
        wider.set(column)
        column = wider
      }
      let word = known.get(text)
      if (word === undefined) {
        word = texts.push(text) - 1
        known.set(text, word)
      }
      column[number] = word
    },
    of: (number) => texts[column[number] ?? 0] ?? '',
    passing(test) {
      const passes = Uint8Array.from(texts, (text) => Number(test(text)))
      return (number) => passes[column[number] ?? 0] === 1
    },
  }
}
