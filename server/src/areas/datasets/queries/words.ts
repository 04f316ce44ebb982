import { setImmediate as breath } from 'node:timers/promises'

/** A text for each image with few distinct values: stored as numbers, and tested once for each value. */
export interface Words {
  set(number: number, text: string): void
  of(number: number): string
  /** A test of images by their text, evaluated for each distinct text in advance. */
  passing(test: (text: string) => boolean): (number: number) => boolean
  /** A snapshot for `wordsFrom`. */
  keep(): { column: Uint32Array; texts: readonly string[] }
}

export function createWords(capacity: number): Words {
  return wordsOf(new Uint32Array(capacity + 1), [''], new Map([['', 0]]))
}

/** Yields to other work. */
export async function wordsFrom(column: Uint32Array, parts: readonly (readonly string[])[]): Promise<Words> {
  const texts: string[] = []
  const existing = new Map<string, number>()
  for (const part of parts) {
    for (const text of part) existing.set(text, texts.push(text) - 1)
    await breath()
  }
  return wordsOf(column, texts, existing)
}

function wordsOf(first: Uint32Array, texts: string[], existing: Map<string, number>): Words {
  let column = first

  return {
    set(number, text) {
      if (number >= column.length) {
        const wider = new Uint32Array(Math.ceil(number * 1.5) + 1)
        wider.set(column)
        column = wider
      }
      let word = existing.get(text)
      if (word === undefined) {
        word = texts.push(text) - 1
        existing.set(text, word)
      }
      column[number] = word
    },
    of: (number) => texts[column[number] ?? 0] ?? '',
    passing(test) {
      const passes = new Uint8Array(texts.length)
      // An iterator takes several times as long over a hundred thousand texts.
      for (let word = 0; word < texts.length; word += 1) passes[word] = Number(test(texts[word] ?? ''))
      return (number) => passes[column[number] ?? 0] === 1
    },
    keep: () => ({ column: column.slice(), texts: texts.slice() }),
  }
}
