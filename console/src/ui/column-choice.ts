import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type Choices = Readonly<Record<string, boolean>>

interface ColumnStore {
  /** By list and column: whether it is shown, where the user has said so. */
  lists: Readonly<Record<string, Choices>>
}

const useColumns = create<ColumnStore>()(persist((): ColumnStore => ({ lists: {} }), { name: 'columns' }))

const none: Choices = {}

/** Which columns of a list this browser shows. */
export function useColumnChoice(list: string) {
  const choices = useColumns(({ lists }) => lists[list] ?? none)
  return {
    isShown: (column: string) => choices[column] ?? true,
    show: (column: string, on: boolean) =>
      useColumns.setState(({ lists }) => ({ lists: { ...lists, [list]: { ...lists[list], [column]: on } } })),
    reset: () => useColumns.setState(({ lists }) => ({ lists: { ...lists, [list]: none } })),
    changed: Object.values(choices).includes(false),
  }
}
