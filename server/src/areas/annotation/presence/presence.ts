import type { annotationEndpoints, Presence } from '@vermilion/contract/annotation'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Datasets } from '#areas/datasets'
import type { Platform } from '#platform/platform'
import { createSeats } from './seats.ts'

type Body<Name extends keyof typeof annotationEndpoints> = Received<(typeof annotationEndpoints)[Name]>['body']

interface Needs extends Pick<Platform, 'clock' | 'events'> {
  readonly datasets: Pick<Datasets, 'service' | 'lists'>
}

export type PresenceService = ReturnType<typeof createPresence>

export function createPresence({ clock, events, datasets: { service, lists } }: Needs) {
  const seats = createSeats(clock)

  function announce(itemIds: readonly string[]): void {
    for (const itemId of itemIds) events.publish({ type: 'presence-changed', itemId })
  }

  return {
    async report(itemId: string, { seatId, leaving }: Body<'reportPresence'>, username: string): Promise<Presence> {
      await service.requireItem(itemId)
      announce(leaving ? seats.leave(seatId, itemId) : seats.sit(seatId, username, itemId))
      return { others: seats.othersAt(itemId, seatId) }
    },

    async next(
      datasetId: string,
      { seatId, after, filter = {} }: Body<'takeNextItem'>,
      username: string,
    ): Promise<{ itemId: string | null }> {
      await service.require(datasetId)
      const search = async (from: string | undefined): Promise<string | null> => {
        const limit = seats.takenFrom(seatId).size + 2
        const items = await lists.following(datasetId, from, { available: true, ...filter }, limit)
        const used = seats.takenFrom(seatId)
        const free = items.find(({ id }) => id !== after && !used.has(id))
        // A concurrent request may have taken the free image.
        return free === undefined && used.size + 2 > limit ? search(from) : (free?.id ?? null)
      }
      const filtered = Object.values(filter).some((value) => value !== undefined && value !== '')
      const itemId = (await search(after)) ?? (filtered && after ? await search(undefined) : null)
      if (itemId !== null) announce(seats.hold(seatId, username, itemId))
      return { itemId }
    },
  }
}
