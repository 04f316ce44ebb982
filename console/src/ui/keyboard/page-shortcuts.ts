import { useEffect } from 'react'
import { create } from 'zustand'

export interface Shortcut {
  id: string
  /** Combinations (`Ctrl+s`) or sequences (`g s`); the first one is displayed. */
  keys: readonly string[]
  text: string
  between?: string
}

export interface ShortcutGroup {
  title: string
  rows: readonly Shortcut[]
}

export const useShortcutsOfPage = create<{ groups: readonly ShortcutGroup[] }>(() => ({ groups: [] }))

export function usePageShortcuts(groups: readonly ShortcutGroup[]): void {
  const serialized = JSON.stringify(groups)
  useEffect(() => {
    useShortcutsOfPage.setState({ groups: JSON.parse(serialized) as ShortcutGroup[] })
    return () => useShortcutsOfPage.setState({ groups: [] })
  }, [serialized])
}
