import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'

export interface PageAction {
  key: string
  text: string
  run: () => void
  /** A key as `KeyboardEvent.key` has it (`c`, `/`), ignored while the user types. */
  shortcut?: string
}

export const useActionsOfPage = create<{ groups: readonly (readonly PageAction[])[] }>(() => ({ groups: [] }))

export function usePageActions(actions: readonly PageAction[]): void {
  const run = useEffectEvent((key: string) => actions.find((action) => action.key === key)?.run())
  const serialized = JSON.stringify(actions.map(({ key, text, shortcut }) => ({ key, text, shortcut })))
  useEffect(() => {
    const rows = JSON.parse(serialized) as Omit<PageAction, 'run'>[]
    const group = rows.map((row) => ({ ...row, run: () => run(row.key) }))
    useActionsOfPage.setState(({ groups }) => ({ groups: [...groups, group] }))
    return () => useActionsOfPage.setState(({ groups }) => ({ groups: groups.filter((other) => other !== group) }))
  }, [serialized])
}
