import { assistantEndpoints } from '@vermilion/contract/assistant'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

export function useHasAssistant(): boolean {
  const { data } = useQuery(read(assistantEndpoints.getAssistant, {}))
  return (data?.services.length ?? 0) > 0
}
