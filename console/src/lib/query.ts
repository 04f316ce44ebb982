import type { EndpointResponse, Endpoint, EndpointInput } from '@vermilion/contract/kernel/endpoint'
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

/** Server data of the whole console. The event stream says what is stale, so nothing is asked for on a timer. */
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

/** Tells a call that failed because the server or a proxy was unreachable or stopping. */
function isAway(problem: unknown): boolean {
  return problem instanceof ApiError && ['network', 'http', 'server.stopping'].includes(problem.error)
}

/** Asks again for what could not be read while the server was away. */
export function retryFailed(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isAway(state.error) })
}

/** Reads an endpoint through the cache: `useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))`. */
export function read<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  return queryOptions<EndpointResponse<E>, ApiError, EndpointResponse<E>, Key>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** Like `read`, but shows the previous response while the next page or filter loads. */
export function readList<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  return { ...read(endpoint, input), placeholderData: keepPreviousData<EndpointResponse<E> | undefined> }
}

/**
 * Gathers events and asks again for what they made stale, at most each `period` milliseconds. An answer under way is let
 * come and asked for once more behind it: what changes faster than the server answers would otherwise never be seen.
 */
export function invalidateBy(client: QueryClient, period = 300): (event: ServerEvent) => void {
  let gathered: ServerEvent[] = []
  /** Queries whose answer under way was sent for before the latest events. */
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
 * Makes stale what is there already: it was asked for before news could come. What is kept under no path of the API is no
 * matter of news: what a model said of a picture would cost another run.
 */
export function refreshLoaded(): void {
  const isOfApi = ({ queryKey }: Pick<Query, 'queryKey'>) => String(queryKey[0]).startsWith('/')
  void queryClient.invalidateQueries({ predicate: (query) => query.state.data !== undefined && isOfApi(query) })
}

/** Counts the changes made here, as they have come to be seen: what the user did may move what is shown. */
export const useOwnChanges = create<{ count: number }>(() => ({ count: 0 }))

/** Makes every answer below a path stale, after a change made here; answers when what is shown is read again. */
export async function refresh(...roots: string[]): Promise<void> {
  const predicate = ({ queryKey }: Pick<Query, 'queryKey'>) =>
    roots.some((root) => String(queryKey[0]).startsWith(root))
  await queryClient.invalidateQueries({ predicate })
  // News of the same change begins the reading anew, which ends the waiting for what was begun here.
  for (let round = 0; round < 10 && queryClient.isFetching({ predicate, type: 'active' }) > 0; round++) {
    await queryClient.refetchQueries({ predicate, type: 'active', fetchStatus: 'fetching' }, { cancelRefetch: false })
  }
  // Behind the answers on their way to what shows them: whoever holds rows still takes those of this very moment.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
  useOwnChanges.setState(({ count }) => ({ count: count + 1 }))
}

type PagedAnswer = { nextCursor: string | null }
type PagedGiven = { params?: unknown; query: object }

/** Reads a list page after page, for a grid that goes on to its end: `useInfiniteQuery(readPages(…))`. */
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
