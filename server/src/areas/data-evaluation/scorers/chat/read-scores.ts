import type { CriterionScore } from '@vermilion/contract/data-evaluations'
import { maxScore, type Criterion } from '@vermilion/contract/data-evaluations/standards'
import type { Text } from '@vermilion/contract/kernel/text'
import { objectsIn, withoutThoughts } from '#areas/settings'

const maxCharacters = 200_000
const maxReasonLength = 1_000
const maxShown = 120

export type ReadScores = { readonly criteria: CriterionScore[] } | { readonly problem: Text }

/**
 * Reads the first JSON object with all criteria. A score that is not a number from 0 to 100 makes the reply unfit; nothing is
 * guessed.
 */
export function readScores(text: string, criteria: readonly Criterion[]): ReadScores {
  const reply = withoutThoughts(text.slice(0, maxCharacters)).trim()
  if (reply === '') return { problem: { en: 'the reply is empty', zh: '回复为空' } }
  let first: ReadScores | undefined
  for (const candidate of objectsIn(reply)) {
    const result = readObject(candidate, criteria)
    if ('criteria' in result) return result
    first ??= result
  }
  const excerpt = reply.length > maxShown ? `${reply.slice(0, maxShown)}…` : reply
  return (
    first ?? {
      problem: { en: `the reply holds no JSON object: ${excerpt}`, zh: `回复中没有 JSON 对象：${excerpt}` },
    }
  )
}

function readObject(value: Record<string, unknown>, criteria: readonly Criterion[]): ReadScores {
  const scores: CriterionScore[] = []
  for (const { key } of criteria) {
    const entry = Object.hasOwn(value, key) ? value[key] : undefined
    if (typeof entry !== 'object' || entry === null || !('score' in entry))
      return { problem: { en: `the reply has no score of “${key}”`, zh: `回复中缺少“${key}”的评分` } }
    const { score } = entry
    if (typeof score !== 'number')
      return {
        problem: {
          en: `the score of “${key}” is not a number: ${tell(score)}`,
          zh: `“${key}”的评分不是数字：${tell(score)}`,
        },
      }
    if (!(score >= 0 && score <= maxScore))
      return {
        problem: {
          en: `the score of “${key}” is outside 0 to 100: ${tell(score)}`,
          zh: `“${key}”的评分超出 0 到 100：${tell(score)}`,
        },
      }
    const reason = 'reason' in entry && typeof entry.reason === 'string' ? entry.reason : ''
    scores.push({ key, score, reason: reason.slice(0, maxReasonLength) })
  }
  return { criteria: scores }
}

const tell = (value: unknown) =>
  typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? '').slice(0, maxShown)
