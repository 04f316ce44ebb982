import { ApiError } from '#lib/api.ts'
import { translator } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { text } from '../text.ts'

export function problemWords(problem: unknown): string {
  const t = translator(text, useSystem.getState().lang)
  if (!(problem instanceof ApiError)) return problem instanceof Error ? problem.message : t('failed')
  if (problem.error === 'network' || problem.error === 'timeout' || problem.error === 'http') return t(problem.error)
  return problem.message
}
