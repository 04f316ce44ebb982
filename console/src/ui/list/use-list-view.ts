import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useListAddress } from './list-address.ts'
import { useMedia } from '#lib/media.ts'
import { type ListView, listViews } from './list-view.ts'

type Views = Readonly<Record<string, ListView>>

const useViews = create<{ lists: Views }>()(persist((): { lists: Views } => ({ lists: {} }), { name: 'list-views' }))

export function useListView(list: string, hasCards: boolean, usual: ListView = 'cards') {
  // Pictures make use of a wide window.
  const isWide = useMedia('(min-width: 1800px)')
  const { search, show } = useListAddress()
  const remembered = useViews(({ lists }) => lists[list])
  const value: ListView = hasCards
    ? (listViews.find((view) => view === search['layout']) ?? remembered ?? (isWide ? 'cards' : usual))
    : 'table'
  if (!hasCards) return { value, select: undefined }
  return {
    value,
    select(next: ListView): void {
      useViews.setState(({ lists }) => ({ lists: { ...lists, [list]: next } }))
      show({ layout: next })
    },
  }
}
