import { foldCase } from '#platform/database/fold-case'

const perPart = 4_096

export type Paths = ReturnType<typeof createPaths>

/** Paths of a dataset's images without their case, in their order: as one text for some thousands, which is soon searched. */
export function createPaths(parts: string[] = [], count = 0) {
  let length = count

  return {
    /** More paths, each with an end of line behind it. */
    append(lines: readonly string[]): void {
      for (let at = 0; at < lines.length;) {
        const available = perPart - (length % perPart)
        const some = lines.slice(at, at + available)
        const text = some.map((line) => `${foldCase(line)}\n`).join('')
        const part = Math.floor(length / perPart)
        parts[part] = (parts[part] ?? '') + text
        length += some.length
        at += some.length
      }
    },
    partCount: () => parts.length,
    /** What `createPaths` needs to be the same again, as it is by then. */
    keep: () => parts.slice(),
    /** Places of the paths in a part that have the words, which are without their case. */
    search(part: number, words: string): number[] {
      const text = parts[part] ?? ''
      const matches: number[] = []
      let line = 0
      let lineEnd = -1
      for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, lineEnd + 1)) {
        while (lineEnd < at) {
          lineEnd = text.indexOf('\n', lineEnd + 1)
          line += 1
        }
        matches.push(part * perPart + line - 1)
      }
      return matches
    },
  }
}
