import { rendererWorkflow } from '@vermilion/contract/generations/engines'
import { catalogue, useText } from '#lib/i18n.ts'

const workflowNames = catalogue('workflow-names', {
  en: { [rendererWorkflow]: 'Floor scenes' },
  zh: { [rendererWorkflow]: '地面场景' },
})

export function useWorkflowName(): (id: string, name: string) => string {
  const t = useText(workflowNames)
  return (id, name) => (id === rendererWorkflow ? t(rendererWorkflow) : name)
}

interface SearchedName {
  shown: (words: string) => string
  stored: (words: string) => string
}

export function useSearchedWorkflow(): SearchedName {
  const t = useText(workflowNames)
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const own = workflowNames.en[rendererWorkflow]
  return {
    shown: (words) => (isSame(words, own) ? t(rendererWorkflow) : words),
    stored: (words) => (isSame(words, t(rendererWorkflow)) ? own : words),
  }
}
