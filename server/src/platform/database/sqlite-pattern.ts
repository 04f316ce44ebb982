import { sql } from 'kysely'
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { PatternPart, TextPattern } from './text-pattern.ts'

/** `like` knows the case of ASCII letters alone; for a pattern with others, `glob` gets both cases of each letter. */
export function fitsPattern(text: Expression<unknown>, pattern: TextPattern): RawBuilder<SqlBool> {
  // SQLite ends the pattern at this character, and every text would fit; no text has it.
  if (pattern.some((part) => 'character' in part && part.character === '\0')) return sql<SqlBool>`1 = 0`
  if (pattern.every((part) => !('character' in part) || isCaseless(part.character))) {
    return sql<SqlBool>`${text} like ${pattern.map(likePart).join('')} escape '\\'`
  }
  return sql<SqlBool>`${text} glob ${pattern.map(globPart).join('')}`
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

/** A letter in both cases, each where it is one character. */
function casesOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
  return [...new Set(cases.filter((each) => Array.from(each).length === 1))]
}
