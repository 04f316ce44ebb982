import { accountEndpoints } from '@vermilion/contract/accounts'
import type { Work } from '@vermilion/contract/kernel/work'
import { workEndpoints } from '@vermilion/contract/work'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useServerEvent } from '#lib/events/server-events.ts'
import { measure, type Pace } from '#lib/progress-speed.ts'
import { queryClient, read } from '#lib/query.ts'

const query = read(workEndpoints.listWork, {})

const usePaces = create<{ paces: ReadonlyMap<string, Pace> }>(() => ({ paces: new Map() }))

function see(works: readonly Work[]): void {
  const paces = new Map(usePaces.getState().paces)
  for (const { id, progress, updatedAt, endedAt } of works) {
    if (progress === null || endedAt !== null) continue
    paces.set(id, measure(paces.get(id), { at: Date.parse(updatedAt), done: progress.done }))
  }
  usePaces.setState({ paces })
}

/** Puts an event's work into the list; the event is complete, so nothing is requested. */
function put(workId: string, work: Work | null): void {
  // A pending response may be older than the event, and would undo it.
  if (queryClient.isFetching({ queryKey: query.queryKey }) > 0) void queryClient.invalidateQueries(query)
  queryClient.setQueryData(query.queryKey, (list) => {
    if (list === undefined) return undefined
    const position = list.findIndex(({ id }) => id === workId)
    if (work === null) return list.filter(({ id }) => id !== workId)
    return position < 0 ? [work, ...list] : list.with(position, work)
  })
}

export function useLiveWork(onWork: (workId: string, work: Work | null) => void): void {
  const { data: me } = useQuery(read(accountEndpoints.me, {}))
  const { data } = useQuery(query)
  useEffect(() => see(data ?? []), [data])
  useServerEvent('work-changed', (event) => {
    if (event === null) return
    const { workId, work } = event
    if (work !== null && work.owner !== null && work.owner !== me?.username) return
    put(workId, work)
    onWork(workId, work)
  })
}

export function useWork() {
  return useQuery(query)
}

export function usePace(workId: string): Pace | undefined {
  return usePaces(({ paces }) => paces.get(workId))
}

export function isEnded({ endedAt }: Work): boolean {
  return endedAt !== null
}

export function isActive({ status }: Work): boolean {
  return status === 'running' || status === 'waiting' || status === 'paused'
}
