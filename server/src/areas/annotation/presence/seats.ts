import { presenceTimes, type Presence } from '@vermilion/contract/annotation'
import type { Clock } from '#platform/clock'

interface Sitting {
  seatId: string
  username: string
  itemId: string
  /** The last sign of the seat, and its last report of being at the image: a held image shows nobody yet. */
  heardAt: number
  seenAt: number | null
}

/** Tracks who is at which image, in memory: after a restart each seat reports again within seconds. */
export function createSeats(clock: Clock) {
  const sittings = new Map<string, Sitting>()

  const isWithin = (time: number | null, seconds: number) => time !== null && clock.now() - time < seconds * 1000

  function forgetSilent(): void {
    for (const [seatId, { heardAt }] of sittings) if (!isWithin(heardAt, presenceTimes.held)) sittings.delete(seatId)
  }

  function put(seatId: string, next: Sitting | null): string[] {
    const previous = sittings.get(seatId)
    if (next) sittings.set(seatId, next)
    else sittings.delete(seatId)
    const [was, is] = [shownAt(previous), shownAt(next)]
    return was === is ? [] : [was, is].filter((itemId) => itemId !== null)
  }

  return {
    sit(seatId: string, username: string, itemId: string): string[] {
      forgetSilent()
      const now = clock.now()
      return put(seatId, { seatId, username, itemId, heardAt: now, seenAt: now })
    },

    leave(seatId: string, itemId: string): string[] {
      return sittings.get(seatId)?.itemId === itemId ? put(seatId, null) : []
    },

    hold(seatId: string, username: string, itemId: string): string[] {
      return put(seatId, { seatId, username, itemId, heardAt: clock.now(), seenAt: null })
    },

    takenFrom(seatId: string): ReadonlySet<string> {
      forgetSilent()
      return new Set([...sittings.values()].filter((each) => each.seatId !== seatId).map(({ itemId }) => itemId))
    },

    othersAt(itemId: string, seatId: string): Presence['others'] {
      return [...sittings.values()]
        .filter(
          (each) => each.itemId === itemId && each.seatId !== seatId && isWithin(each.seenAt, presenceTimes.shown),
        )
        .map((each) => ({ seatId: each.seatId, username: each.username }))
        .toSorted((a, b) => a.username.localeCompare(b.username))
    },
  }

  function shownAt(sitting: Sitting | null | undefined): string | null {
    return sitting && isWithin(sitting.seenAt, presenceTimes.shown) ? sitting.itemId : null
  }
}
