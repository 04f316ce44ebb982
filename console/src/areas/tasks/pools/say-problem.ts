import { type Language, say } from '@vermilion/contract/kernel/text'
import { poolProblems } from '@vermilion/contract/tasks/pool-problems'
import type { PoolProblem } from '@vermilion/contract/tasks/pools'

export function sayProblem({ cause, detail }: PoolProblem, language: Language): string {
  const text = say(poolProblems[cause], language, { detail })
  return cause === 'other' ? text : `${text} (${detail})`
}
