import { notifyManager, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
vi.stubGlobal('window', { localStorage: storage })
vi.stubGlobal('localStorage', storage)
vi.stubGlobal('sessionStorage', storage)
vi.stubGlobal('document', { baseURI: 'https://console.example/' })
const { queryClient, refresh, useOwnChanges } = await import('./query.ts')

test('a change made here counts once what shows the answers has heard of them', async () => {
  let rows = 0
  const observer = new QueryObserver(queryClient, { queryKey: ['/spaces', {}], queryFn: async () => ++rows })
  const reported: string[] = []
  // As `useQuery` subscribes.
  const hear = notifyManager.batchCalls(() => reported.push(`rows ${observer.getCurrentResult().data}`))
  const stop = observer.subscribe(hear)
  await vi.waitFor(() => expect(reported).toContain('rows 1'))
  useOwnChanges.subscribe(({ count }) => reported.push(`changes ${count}`))
  await refresh('/spaces')
  expect(reported).toContain('rows 2')
  expect(reported.at(-1)).toBe('changes 1')
  stop()
})
