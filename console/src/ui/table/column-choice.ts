import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Column } from './column.ts'

type Choices = Readonly<Record<string, boolean>>

interface ColumnStore {
  lists: Readonly<Record<string, Choices>>
}

const useColumns = create<ColumnStore>()(persist((): ColumnStore => ({ lists: {} }), { name: 'columns' }))

const none: Choices = {}

export function useColumnChoice(list: string) {
  const choices = useColumns(({ lists }) => lists[list] ?? none)
  return {
    isShown: ({ key, asked = false }: Pick<Column<never>, 'key' | 'asked'>) => choices[key] ?? !asked,
    show: (column: string, on: boolean) =>
      useColumns.setState(({ lists }) => ({ lists: { ...lists, [list]: { ...lists[list], [column]: on } } })),
    reset: () => useColumns.setState(({ lists }) => ({ lists: { ...lists, [list]: none } })),
    isChanged: ({ key, asked = false }: Pick<Column<never>, 'key' | 'asked'>) => (choices[key] ?? !asked) === asked,
  }
}
