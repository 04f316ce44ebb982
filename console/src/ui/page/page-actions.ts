import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'

/** Something the shown page can do. The command palette offers it, and the shortcut sheet where it has a key. */
export interface PageAction {
  key: string
  /** A verb and what it is done to: "Create dataset". */
  words: string
  run: () => void
  /** A key as `KeyboardEvent.key` has it (`c`, `/`), ignored while the user types. */
  shortcut?: string
}

/** The actions of all that is shown, in the order in which it came. */
export const useActionsOfPage = create<{ groups: readonly (readonly PageAction[])[] }>(() => ({ groups: [] }))

/** A page, or a part of one, says what can be done on it. */
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
