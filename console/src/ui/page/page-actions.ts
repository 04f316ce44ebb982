import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'

/** An action of the page, listed in the command palette, and in the shortcut sheet when it has a key. */
export interface PageAction {
  key: string
  /** A verb with an object: "Create dataset". */
  words: string
  run: () => void
  /** A key as `KeyboardEvent.key` has it (`c`, `/`), ignored while the user types. */
  shortcut?: string
}

/** The actions of everything on the page, in mounting order. */
export const useActionsOfPage = create<{ groups: readonly (readonly PageAction[])[] }>(() => ({ groups: [] }))

/** Registers actions of a page or of a part of it. */
export function usePageActions(actions: readonly PageAction[]): void {
  const run = useEffectEvent((key: string) => actions.find((action) => action.key === key)?.run())
  const serialized = JSON.stringify(actions.map(({ key, words, shortcut }) => ({ key, words, shortcut })))
  useEffect(() => {
    const rows = JSON.parse(serialized) as Omit<PageAction, 'run'>[]
    const group = rows.map((row) => ({ ...row, run: () => run(row.key) }))
    useActionsOfPage.setState(({ groups }) => ({ groups: [...groups, group] }))
    return () => useActionsOfPage.setState(({ groups }) => ({ groups: groups.filter((other) => other !== group) }))
  }, [serialized])
}
