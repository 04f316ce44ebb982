import type { PatternPart } from '#platform/database/text-pattern'

export function parseSearch(search: string): PatternPart[] {
  const normalized = search.normalize('NFC')
  const parts = Array.from(normalized, (character): PatternPart => {
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

export function literalsOf(parts: readonly PatternPart[]): string[] {
  const texts = ['']
  for (const part of parts) {
    if ('character' in part) texts.push((texts.pop() ?? '') + part.character)
    else texts.push('')
  }
  return texts.filter((text) => text !== '')
}

const literal = (text: string) => Array.from(text, (character): PatternPart => ({ character }))
