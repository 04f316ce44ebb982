import { checkConfig, type ConfigProblem } from '@vermilion/contract/generations/check-config'
import type { WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import type { Rule } from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import { configOf, type TypedGeneration } from './form-values.ts'
import { problemText } from './problem-text.ts'

type ProblemWords = (typeof problemText)['en']

const hasWords = (error: string): error is keyof ProblemWords => error in problemText.en

export function useProblemRules(capabilities: WorkflowCapabilities): (path: string) => Rule[] {
  const t = useText(problemText)
  const wordsOf = ({ error, values }: ConfigProblem) => {
    const say = t as (key: string, values: object) => string
    return hasWords(error) ? say(error, values) : t('generation.incomplete')
  }
  return (path) => [
    ({ getFieldsValue }) => ({
      validator() {
        const config = configOf(getFieldsValue(true) as TypedGeneration, capabilities)
        const problem = checkConfig(config, capabilities).find(
          (one) => one.path.join('.') === path || one.path.join('.').startsWith(`${path}.`),
        )
        return problem === undefined ? Promise.resolve() : Promise.reject(new Error(wordsOf(problem)))
      },
    }),
  ]
}

/** 'Please complete the form', for missing values. */
export function useIncomplete(): string {
  return useText(problemText)('generation.incomplete')
}
