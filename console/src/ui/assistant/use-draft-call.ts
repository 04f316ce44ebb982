import type { ToolCall } from '@vermilion/contract/assistant/messages'
import { useQuery } from '@tanstack/react-query'
import { type ApiError, call } from '#lib/api.ts'
import { loadCode } from '#lib/loading/load-code.ts'

/** The assistant's call that filled a form. Its code is loaded on demand, because most forms are filled by hand. */
export function useDraftCall(callId: string | undefined) {
  return useQuery<ToolCall, ApiError>({
    queryKey: ['/tool-calls/:callId', { params: { callId } }],
    queryFn: async ({ signal }) => {
      const { assistantEndpoints } = await loadCode(() => import('@vermilion/contract/assistant'))
      return call(assistantEndpoints.getToolCall, { params: { callId: callId ?? '' } }, { signal })
    },
    enabled: callId !== undefined,
  })
}
