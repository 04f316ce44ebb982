import { checkConfig, type ConfigProblem } from '@vermilion/contract/generations/check-config'
import type { WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import { errorCatalogue } from '@vermilion/contract/kernel/errors'
import { say } from '@vermilion/contract/kernel/text'
import type { Rule } from 'antd/es/form'
import { useSystem } from '#lib/system.ts'
import { configOf, type TypedGeneration } from './form-values.ts'

/** Form rules that are the contract's own check of a config: what it says of a field, and of what is below it. */
export function useProblemRules(capabilities: WorkflowCapabilities): (path: string) => Rule[] {
  const language = useSystem((system) => system.lang)
  const wordsOf = ({ error, values }: ConfigProblem) => say(errorCatalogue[error].text, language, values)
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

/** 'Please complete the form', where something that must be there is not. */
export function useIncomplete(): string {
  const language = useSystem((system) => system.lang)
  return say(errorCatalogue['generation.incomplete'].text, language)
}
