import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'

/** A pattern for a whole text: characters, `*` for any number of them, `?` for one. */
export type PatternPart = { readonly any: true } | { readonly one: true } | { readonly character: string }

/** Parses a search: part of a name, or with `*` and `?` a pattern for the whole name. */
export function parseSearch(search: string): PatternPart[] {
  const words = search.normalize('NFC')
  const parts = Array.from(words, (character): PatternPart => {
    if (character === '*') return { any: true }
    return character === '?' ? { one: true } : { character }
  })
  return parts.every((part) => 'character' in part) ? [{ any: true }, ...parts, { any: true }] : parts
}

export function endsWith(text: string): PatternPart[] {
  return [{ one: true }, { any: true }, ...literal(text)]
}

export function contains(text: string): PatternPart[] {
  return [{ any: true }, ...literal(text), { any: true }]
}

/** The pattern's literal parts. */
export function literalsOf(parts: readonly PatternPart[]): string[] {
  const texts = ['']
  for (const part of parts) {
    if ('character' in part) texts.push((texts.pop() ?? '') + part.character)
    else texts.push('')
  }
  return texts.filter((text) => text !== '')
}

const literal = (text: string) => Array.from(text, (character): PatternPart => ({ character }))

/** Matches a pattern regardless of case. `like` folds ASCII only; for other letters `glob` gets both cases of each letter. */
export function matchesPattern(text: Expression<unknown>, parts: readonly PatternPart[]): Expression<SqlBool> {
  // SQLite would end the pattern here, and everything would match; no text contains it.
  if (parts.some((part) => 'character' in part && part.character === '\0')) return sql<SqlBool>`1 = 0`
  if (parts.every((part) => !('character' in part) || isCaseless(part.character))) {
    return sql<SqlBool>`${text} like ${parts.map(likePart).join('')} escape '\\'`
  }
  return sql<SqlBool>`${text} glob ${parts.map(globPart).join('')}`
}

const isCaseless = (character: string) => character < '\u0080' || casesOf(character).length === 1

function likePart(part: PatternPart): string {
  if ('any' in part) return '%'
  if ('one' in part) return '_'
  return /[\\%_]/.test(part.character) ? `\\${part.character}` : part.character
}

function globPart(part: PatternPart): string {
  if ('any' in part) return '*'
  if ('one' in part) return '?'
  const cases = casesOf(part.character)
  return cases.length > 1 || /[*?[]/.test(part.character) ? `[${cases.join('')}]` : part.character
}

/** A letter's cases that are single characters. */
function casesOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
  return [...new Set(cases.filter((each) => Array.from(each).length === 1))]
}
