import { fail } from '../kernel/errors.ts'
import { termsOf } from '../kernel/page.ts'

export const searchFields = ['label', 'tag', 'name', 'prompt'] as const
export type SearchField = (typeof searchFields)[number]

/** A term of a search: text in any or one field, or a score bound; `not` negates it. */
export type SearchTerm = { readonly not: boolean } & (
  | { readonly kind: 'words'; readonly words: string; readonly field: SearchField | null }
  | { readonly kind: 'score'; readonly comparison: '>' | '>=' | '<' | '<='; readonly score: number }
)

const maxTerms = 20

/**
 * Parses search terms separated by `;`: text, `label:`, `tag:`, `name:` and `prompt:` with text, `score>` with a number from 0 to
 * 100, each negated by a leading `-`. Fails with `search.term-invalid`.
 */
export function searchTermsOf(text: string): SearchTerm[] {
  const terms = termsOf(text)
  if (terms.length > maxTerms) throw fail('search.too-many-terms', { most: maxTerms })
  return terms.map(termOf)
}

function termOf(term: string): SearchTerm {
  const not = /^[-−－]\s*\S/.test(term)
  const text = not ? term.slice(1).trim() : term
  const bound = /^score\s*([<>]=?|[＜＞])\s*(.*)$/i.exec(text)
  if (bound !== null) return { not, kind: 'score', ...scoreOf(term, bound[1]!, bound[2]!) }
  const operator = /^(\w+)\s*[:：]\s*(.*)$/.exec(text)
  const field = searchFields.find((each) => each === operator?.[1]?.toLowerCase())
  if (operator === null || field === undefined) return { not, kind: 'words', words: text, field: null }
  if (operator[2] === '') throw fail('search.term-invalid', { term, reason: emptyReason })
  return { not, kind: 'words', words: operator[2]!, field }
}

function scoreOf(term: string, sign: string, number: string) {
  const score = Number(number)
  if (number.trim() === '' || !(score >= 0 && score <= 100))
    throw fail('search.term-invalid', { term, reason: scoreReason })
  const comparison = sign.replace('＞', '>').replace('＜', '<') as '>' | '>=' | '<' | '<='
  return { comparison, score }
}

const emptyReason = { en: 'words are missing after the colon', zh: '冒号后缺少内容' }
const scoreReason = { en: 'a score is a number from 0 to 100', zh: '评分应为 0 到 100 之间的数' }
