import type { AssistantState } from '@vermilion/contract/assistant'
import { useQuery } from '@tanstack/react-query'
import { type ApiError, call } from '#lib/api.ts'
import { loadCode } from '#lib/loading/load-code.ts'

/** Without a chat service, only the settings mention the assistant. */
export function useHasAssistant(): boolean {
  const { data } = useQuery<AssistantState, ApiError>({
    queryKey: ['/assistant', {}],
    // The schemas are loaded on demand, because this hook is part of every page.
    queryFn: async ({ signal }) => {
      const { assistantEndpoints } = await loadCode(() => import('@vermilion/contract/assistant'))
      return call(assistantEndpoints.getAssistant, {}, { signal })
    },
  })
  return (data?.services.length ?? 0) > 0
}
