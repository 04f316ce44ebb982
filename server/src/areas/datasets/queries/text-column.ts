import { setImmediate as breath } from 'node:timers/promises'

export type TextColumn = ReturnType<typeof textColumnOf>

export function createTextColumn(capacity: number): TextColumn {
  return textColumnOf(new Uint32Array(capacity + 1), [''], new Map([['', 0]]))
}

/** Yields to other work. */
export async function textColumnFrom(column: Uint32Array, parts: readonly (readonly string[])[]): Promise<TextColumn> {
  const texts: string[] = []
  const existing = new Map<string, number>()
  for (const part of parts) {
    for (const text of part) existing.set(text, texts.push(text) - 1)
    await breath()
  }
  return textColumnOf(column, texts, existing)
}

/** A text for each image with few distinct values: stored as numbers, and tested once for each value. */
function textColumnOf(first: Uint32Array, texts: string[], existing: Map<string, number>) {
  let column = first

  return {
    set(number: number, text: string): void {
      if (number >= column.length) {
        const wider = new Uint32Array(Math.ceil(number * 1.5) + 1)
        wider.set(column)
        column = wider
      }
      let index = existing.get(text)
      if (index === undefined) {
        index = texts.push(text) - 1
        existing.set(text, index)
      }
      column[number] = index
    },
    of: (number: number): string => texts[column[number] ?? 0] ?? '',
    passing(test: (text: string) => boolean) {
      const passes = new Uint8Array(texts.length)
      // An iterator takes several times as long over a hundred thousand texts.
      for (let index = 0; index < texts.length; index += 1) passes[index] = Number(test(texts[index] ?? ''))
      return (number: number) => passes[column[number] ?? 0] === 1
    },
    keep: () => ({ column: column.slice(), texts: texts.slice() }),
  }
}
