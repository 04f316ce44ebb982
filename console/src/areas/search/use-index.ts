import { imageSearchEndpoints } from '@vermilion/contract/image-search'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { text } from './text.ts'

export function useIndex() {
  const t = useText(text)
  const query = useQuery(read(imageSearchEndpoints.getSearchIndex, {}))
  const change = async (run: () => Promise<unknown>, text: string) => {
    try {
      await run()
      notify.success(text)
    } catch (problem) {
      notify.error(problemWords(problem))
    }
    await refresh('/image-search')
  }
  const fresh = query.data?.spaces.filter(({ isKept, isLeftOut, images }) => !isKept && !isLeftOut && images > 0) ?? []
  const freshIds = fresh.map(({ spaceId }) => spaceId).join(',')
  // Starts indexing by itself, so that users need not know about it.
  useEffect(() => {
    if (freshIds === '') return
    call(imageSearchEndpoints.buildSearchIndex, { body: { spaces: freshIds.split(',') } }).then(
      () => refresh('/image-search'),
      (problem: unknown) => notify.error(problemWords(problem)),
    )
  }, [freshIds])
  return {
    query,
    index: query.data,
    build: (spaces: string[] = []) =>
      void change(() => call(imageSearchEndpoints.buildSearchIndex, { body: { spaces } }), t('started')),
    remove: (spaceId: string, name: string) =>
      void change(
        () => call(imageSearchEndpoints.removeFromSearchIndex, { params: { spaceId } }),
        t('removed', { name }),
      ),
  }
}
