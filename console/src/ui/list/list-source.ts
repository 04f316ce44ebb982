import type { EndpointResponse, Endpoint, EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { maximumPageSize, type Page } from '@vermilion/contract/kernel/page'
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ApiError, call } from '#lib/api.ts'
import { read } from '#lib/query.ts'
import type { Key } from '#lib/query-keys.ts'
import { usePageSize } from '#lib/system.ts'
import { type ListSearch, spanOf } from './list-search.ts'

export interface ListSource<Row> {
  page: Page<Row> | undefined
  changing: boolean
  problem: unknown
  retry: () => void
  all: () => Promise<Row[]>
}

type Request<Row> = UseQueryOptions<Page<Row>, ApiError, Page<Row>, Key>
type RowOf<E extends Endpoint> = EndpointResponse<E> extends Page<infer Row> ? Row : never

interface ListInput {
  params?: object
  query?: object
}

export function useList<E extends Endpoint>(
  endpoint: E,
  search: ListSearch,
  { params, query: more = {} }: ListInput = {},
): ListSource<RowOf<E>> {
  const limit = usePageSize()
  const { from, to, cursor, ...filters } = search
  const query = { ...filters, ...spanOf({ from, to }), ...more }
  const input = (paging: object) =>
    ({ ...(params === undefined ? {} : { params }), query: { ...query, ...paging } }) as unknown as EndpointInput<E>
  const requested = read(endpoint, input({ cursor, limit })) as unknown as Request<RowOf<E>>
  const list = useQuery({ ...requested, placeholderData: keepPreviousData })
  return {
    page: list.data,
    changing: list.isPlaceholderData,
    problem: list.error,
    retry: () => void list.refetch(),
    async all() {
      const rows: RowOf<E>[] = []
      for (let next: string | null | undefined; next !== null;) {
        const page = (await call(endpoint, input({ cursor: next, limit: maximumPageSize }))) as Page<RowOf<E>>
        rows.push(...page.items)
        next = page.nextCursor
      }
      return rows
    },
  }
}
