import { rendererWorkflow } from '@vermilion/contract/generations/engines'
import { catalogue, useText } from '#lib/i18n.ts'

/** The names of the product's own workflows; imported ones are shown as people have called them. */
const workflowNames = catalogue('workflow-names', {
  en: { [rendererWorkflow]: 'Floor scenes' },
  zh: { [rendererWorkflow]: '地面场景' },
})

/** The name of a workflow in the user's language, where it is one of the product's own. */
export function useWorkflowName(): (id: string, name: string) => string {
  const t = useText(workflowNames)
  return (id, name) => (id === rendererWorkflow ? t(rendererWorkflow) : name)
}

interface SearchedName {
  /** A searched part of a name, as it is shown. */
  shown: (words: string) => string
  /** The stored name for a displayed one that the user typed. */
  stored: (words: string) => string
}

/** Parts of names that workflows are searched by: the product's own are kept in English. */
export function useSearchedWorkflow(): SearchedName {
  const t = useText(workflowNames)
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const own = workflowNames.en[rendererWorkflow]
  return {
    shown: (words) => (isSame(words, own) ? t(rendererWorkflow) : words),
    stored: (words) => (isSame(words, t(rendererWorkflow)) ? own : words),
  }
}
