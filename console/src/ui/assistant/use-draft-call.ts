import { assistantEndpoints } from '@vermilion/contract/assistant'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

export function useDraftCall(callId: string | undefined) {
  const params = { callId: callId ?? '' }
  return useQuery({ ...read(assistantEndpoints.getToolCall, { params }), enabled: callId !== undefined })
}
