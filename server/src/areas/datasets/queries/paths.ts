import { foldCase } from '#platform/database/fold-case'

const perPart = 4_096

export type Paths = ReturnType<typeof createPaths>

/** Folded paths of a dataset's images in order, some thousands in one text, which is quickly searched. */
export function createPaths(parts: string[] = [], count = 0) {
  let length = count

  return {
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
    keep: () => parts.slice(),
    search(part: number, searched: string): number[] {
      const text = parts[part] ?? ''
      const matches: number[] = []
      let line = 0
      let lineEnd = -1
      for (let at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, lineEnd + 1)) {
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
