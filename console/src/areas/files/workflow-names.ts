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
  shown: (text: string) => string
  stored: (text: string) => string
}

export function useSearchedWorkflow(): SearchedName {
  const t = useText(workflowNames)
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const own = workflowNames.en[rendererWorkflow]
  return {
    shown: (text) => (isSame(text, own) ? t(rendererWorkflow) : text),
    stored: (text) => (isSame(text, t(rendererWorkflow)) ? own : text),
  }
}
