import { z } from 'zod'
import { fail, type Failure } from '../../kernel/errors.ts'
import { text } from '../../kernel/fields.ts'
import { say, type Language } from '../../kernel/text.ts'
import { formatProblemTexts, type ProblemEntry } from './problem-texts.ts'

export type FormatProblemReason = keyof typeof formatProblemTexts
const reasons = Object.keys(formatProblemTexts) as [FormatProblemReason, ...FormatProblemReason[]]

export const formatProblem = z.object({
  file: z.string(),
  /** From 1. */
  line: z.number().int().min(1).optional(),
  reason: z.enum(reasons),
  values: z.record(z.string(), z.union([z.string(), z.number(), text])).optional(),
})
export type FormatProblem = z.output<typeof formatProblem>

export type ProblemFinding = Pick<FormatProblem, 'reason' | 'values'>

export function leftOutBy(problem: FormatProblem): ProblemEntry['leaves'] {
  return formatProblemTexts[problem.reason].leaves
}

export function sayProblem({ reason, values }: ProblemFinding, language: Language): string {
  return say(formatProblemTexts[reason].text, language, values)
}

/** Failure for callers that import all or nothing: `train.json: annotation 17: there is no image 3`. */
export function failureOf(problem: FormatProblem): Failure {
  const { file, line } = problem
  const inLanguage = (language: Language, at: string) =>
    `${file}: ${line === undefined ? '' : at}${sayProblem(problem, language)}`
  return fail('dataset.import-invalid', {
    file,
    ...(line === undefined ? {} : { line }),
    reason: { en: inLanguage('en-US', `line ${line}: `), zh: inLanguage('zh-CN', `第 ${line} 行：`) },
  })
}
