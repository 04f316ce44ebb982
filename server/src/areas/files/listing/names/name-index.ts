import type { RawBuilder } from 'kysely'
import { dialect } from '#platform/database/dialect'
import type { TextPattern } from '#platform/database/text-pattern'
import { literalsOf } from './name-pattern.ts'

/**
 * A superset of the matches. Undefined when no literal is long enough for the index, which triggers maintain
 * (`migrations/0001-baseline/triggers/file-names.ts`).
 */
export function candidatesByName(parts: TextPattern): RawBuilder<{ number: number }> | undefined {
  const literals = literalsOf(parts)
  if (literals.some((literal) => literal.includes('\0'))) return undefined
  const trigrams = new Set(literals.flatMap((literal) => windows(literal, 3)))
  if (trigrams.size > 0) return dialect.searchIndex('fileNames', trigrams)
  const runs = literals.flatMap((literal) => literal.match(/[^\0-\x7f]+/gu) ?? [])
  const bigrams = new Set(runs.flatMap((run) => (Array.from(run).length > 1 ? windows(run, 2) : [run])))
  return bigrams.size > 0 ? dialect.searchIndex('fileSigns', bigrams) : undefined
}

export function indexTextOf(name: string): string {
  const characters = Array.from(name)
  const signs = characters.map((character, at) => `${character} ${character}${characters[at + 1] ?? ''}`)
  return signs.filter((_, at) => (characters[at] ?? '') > '\u007f').join(' ')
}

function windows(text: string, length: number): string[] {
  const characters = Array.from(text)
  return characters.slice(length - 1).map((_, at) => characters.slice(at, at + length).join(''))
}
