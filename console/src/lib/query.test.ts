import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
vi.stubGlobal('window', { localStorage: storage })
vi.stubGlobal('localStorage', storage)
vi.stubGlobal('sessionStorage', storage)
vi.stubGlobal('document', { baseURI: 'https://console.example/' })
const { invalidateBy, queryClient, refresh, refreshLoaded, useOwnChanges } = await import('./query.ts')

test('a change made here counts once what shows the answers has heard of them', async () => {
  let rows = 0
  const observer = new QueryObserver(queryClient, { queryKey: ['/spaces', {}], queryFn: async () => ++rows })
  const reported: string[] = []
  // `useQuery` subscribes in the same way.
  const hear = notifyManager.batchCalls(() => reported.push(`rows ${observer.getCurrentResult().data}`))
  const stop = observer.subscribe(hear)
  await vi.waitFor(() => expect(reported).toContain('rows 1'))
  useOwnChanges.subscribe(({ count }) => reported.push(`changes ${count}`))
  await refresh('/spaces')
  expect(reported).toContain('rows 2')
  expect(reported.at(-1)).toBe('changes 1')
  stop()
})

test('once news can come, what the API said is asked for again, and what a model said is not', async () => {
  const calls = { '/models': 0, 'model-prediction': 0 }
  const stops = (Object.keys(calls) as (keyof typeof calls)[]).map((key) =>
    new QueryObserver(queryClient, { queryKey: [key, {}], queryFn: async () => ++calls[key] }).subscribe(
      () => undefined,
    ),
  )
  await vi.waitFor(() => expect(calls).toEqual({ '/models': 1, 'model-prediction': 1 }))
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  refreshLoaded()
  await vi.waitFor(() => expect(calls['/models']).toBe(2))
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(calls['model-prediction']).toBe(1)
  for (const stop of stops) stop()
})

test('what is being read when news can come is not cancelled, and is read once more', async () => {
  let [calls, cancelled] = [0, 0]
  const queryKey = ['/tasks/:taskId', {}]
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => (cancelled += 1))
    calls += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    return calls
  }
  const observer = new QueryObserver(queryClient, { queryKey, queryFn })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(1))
  void queryClient.invalidateQueries({ queryKey })
  await vi.waitFor(() => expect(calls).toBe(2))
  refreshLoaded()
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(3))
  expect(cancelled).toBe(0)
  stop()
})

test('news faster than the answers cancel none of them, and the last news are seen', async () => {
  const client = new QueryClient()
  const period = 5
  const tell = invalidateBy(client, period)
  let now = 0
  let cancelled = 0
  const results: number[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['/datasets/:datasetId', { params: { datasetId: 'd' } }],
    queryFn: async ({ signal }) => {
      signal.addEventListener('abort', () => (cancelled += 1))
      const current = now
      await new Promise((resolve) => setTimeout(resolve, 6 * period))
      return current
    },
  })
  const stop = observer.subscribe(({ data }) => data !== undefined && results.push(data))
  for (now = 1; now < 30; now += 1) {
    tell({ type: 'dataset-changed', datasetId: 'd' })
    await new Promise((resolve) => setTimeout(resolve, period))
  }
  expect(results.length).toBeGreaterThan(0)
  tell({ type: 'dataset-changed', datasetId: 'd' })
  await vi.waitFor(() => expect(results.at(-1)).toBe(30))
  expect(cancelled).toBe(0)
  stop()
})
