import { type GeneratedImage, type GeneratedImageStatus, generationEndpoints } from '@vermilion/contract/generations'
import { useMemo, useSyncExternalStore } from 'react'
import { call } from '#lib/api.ts'
import { createRemembered } from '#ui/recent-cache.ts'
import { useUpkeep } from '#ui/windowing/use-window-refresh.ts'
import { createWindows, type Windows } from '#ui/windowing/windows.ts'

export const keyOf = ({ id }: GeneratedImage) => id

const listed = createRemembered<Windows<GeneratedImage>>()
const size = 100

export function useGeneratedImages(generationId: string, status: GeneratedImageStatus | undefined) {
  const scope = JSON.stringify([generationId, status])
  const list = useMemo(
    () =>
      listed(scope, () =>
        createWindows<GeneratedImage>({
          keyOf,
          size,
          load: (offset, limit, signal) =>
            call(
              generationEndpoints.listGeneratedImages,
              { params: { generationId }, query: { offset, limit, status } },
              { signal },
            ),
        }),
      ),
    [scope, generationId, status],
  )
  const state = useSyncExternalStore(list.subscribe, list.state)
  useUpkeep(list, (event) => event.type === 'generation-changed' && event.generationId === generationId)
  // eslint-disable-next-line react/exhaustive-deps -- each state is another row of things
  const indexed = useMemo(() => list.list(), [list, state])
  return {
    placed: indexed,
    scope,
    total: state.total ?? 0,
    loading: state.total === undefined && state.problem === null,
    problem: state.problem,
    refresh: list.refresh,
  }
}
