import type { EndpointResponse, Endpoint, EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { awayErrors } from '@vermilion/contract/kernel/errors/request-errors'
import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  notifyManager,
  type Query,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiError, call } from './api.ts'
import { useConnection } from './events/connection.ts'
import { isStale, type Key } from './query-keys.ts'

/** The console's cache of server data. Events mark entries as stale, so nothing is polled. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // A refusal is final. While the server is away, reads wait until it is back.
      retry: (failures, problem) =>
        isAway(problem) && (failures < 2 || useConnection.getState().connection === 'offline'),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
    },
    mutations: { retry: false },
  },
})

function isAway(problem: unknown): boolean {
  return problem instanceof ApiError && ['network', 'http', ...awayErrors].includes(problem.error)
}

export function retryFailed(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isAway(state.error) })
}

export function read<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  return queryOptions<EndpointResponse<E>, ApiError, EndpointResponse<E>, Key>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

export function readList<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  return { ...read(endpoint, input), placeholderData: keepPreviousData<EndpointResponse<E> | undefined> }
}

/**
 * Invalidates at most once per `period` milliseconds. A pending response is awaited, because fast changes would never appear
 * otherwise.
 */
export function invalidateBy(client: QueryClient, period = 300): (event: ServerEvent) => void {
  let gathered: ServerEvent[] = []
  /** Queries whose pending request precedes the latest events. */
  let overtaken = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | null = null

  const schedule = () => (timer ??= setTimeout(invalidate, period))

  function invalidate(): void {
    const [events, late] = [gathered, overtaken]
    gathered = []
    overtaken = new Set()
    timer = null
    const isAffected = (query: Query) =>
      late.has(query) || events.some((one) => isStale(one, query.queryKey as unknown as Key))
    for (const query of client.getQueryCache().findAll({ predicate: isAffected, fetchStatus: 'fetching' })) {
      const wait = () => {
        overtaken.add(query)
        schedule()
      }
      query.promise?.then(wait, wait)
    }
    void client.invalidateQueries({ predicate: isAffected }, { cancelRefetch: false })
  }

  return (event) => {
    gathered.push(event)
    schedule()
  }
}

/**
 * Responses requested before events could arrive are stale; those under way are read once more, after they arrived. Keys other than
 * API paths stay: a prediction would cost a run.
 */
export function refreshLoaded(): void {
  const isOfApi = ({ queryKey }: Pick<Query, 'queryKey'>) => String(queryKey[0]).startsWith('/')
  const predicate = (query: Query) => query.state.data !== undefined && isOfApi(query)
  for (const { promise, queryKey } of queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })) {
    const again = () => void queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
    promise?.then(again, again)
  }
  void queryClient.invalidateQueries({ predicate }, { cancelRefetch: false })
}

export const useOwnChanges = create<{ count: number }>(() => ({ count: 0 }))

/** Marks every response below a path as stale after a change made here; resolves when active queries have been read again. */
export async function refresh(...roots: string[]): Promise<void> {
  const predicate = ({ queryKey }: Pick<Query, 'queryKey'>) =>
    roots.some((root) => String(queryKey[0]).startsWith(root))
  await queryClient.invalidateQueries({ predicate })
  // An event about the same change restarts the request, which ends the wait for the one begun here.
  for (let round = 0; round < 10 && queryClient.isFetching({ predicate, type: 'active' }) > 0; round++) {
    await queryClient.refetchQueries({ predicate, type: 'active', fetchStatus: 'fetching' }, { cancelRefetch: false })
  }
  // Runs after pending notifications, so that held rows are replaced with the latest ones.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
  useOwnChanges.setState(({ count }) => ({ count: count + 1 }))
}

type PagedAnswer = { nextCursor: string | null }
type PagedGiven = { params?: unknown; query: object }

export function readPages<E extends Endpoint>(
  endpoint: E & (EndpointResponse<E> extends PagedAnswer ? unknown : never),
  input: EndpointInput<E> & PagedGiven,
) {
  return infiniteQueryOptions<
    EndpointResponse<E>,
    ApiError,
    InfiniteData<EndpointResponse<E>>,
    Key,
    string | undefined
  >({
    queryKey: [endpoint.path, { params: input.params, query: input.query, pages: true } as Key[1]],
    queryFn: ({ signal, pageParam }) =>
      call(endpoint, { ...input, query: { ...input.query, cursor: pageParam } }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page as PagedAnswer).nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}
