import type { Work } from '@vermilion/contract/kernel/work'
import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useNow } from '#ui/moment.tsx'

const key = 'work-seen'
/** Milliseconds that ended work stays listed after it was seen. */
const staysFor = 30 * 60_000

const useSeen = create<{ at: string }>()(persist(() => ({ at: new Date().toISOString() }), { name: key }))

export function useUnseen(works: readonly Work[], open: boolean) {
  const at = useSeen((state) => state.at)
  useEffect(() => {
    const follow = (event: StorageEvent) => event.key === key && void useSeen.persist.rehydrate()
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
  const until = new Date(useNow(open) - staysFor).toISOString()
  return {
    unseen: works.filter(({ endedAt }) => endedAt !== null && endedAt > at),
    shown: works.filter(({ endedAt }) => endedAt === null || endedAt > at || endedAt > until),
    /** Marks all work as seen, by the server's times. */
    see: () => {
      const last =
        works
          .map(({ endedAt }) => endedAt ?? '')
          .toSorted()
          .at(-1) ?? ''
      if (last > at) useSeen.setState({ at: last })
    },
  }
}
