import { useCallback, useSyncExternalStore } from 'react'
import { useText } from '#lib/i18n.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import type { ItemSync, SyncState } from '../sync/item-sync.ts'
import { text } from '../text.ts'

const tones: Record<SyncState['kind'], Tone> = {
  saved: 'good',
  unsaved: 'neutral',
  saving: 'active',
  offline: 'warning',
  expired: 'warning',
  refused: 'bad',
  conflict: 'warning',
}

export function useSyncState(sync: ItemSync): SyncState {
  const subscribe = useCallback((listener: () => void) => sync.subscribe(listener), [sync])
  return useSyncExternalStore(subscribe, sync.state)
}

export function SaveState({ sync }: { sync: ItemSync }) {
  const t = useText(text)
  const state = useSyncState(sync)
  const label =
    state.kind === 'refused' ? t('sync-refused', { reason: problemWords(state.problem) }) : t(`sync-${state.kind}`)
  const endangered = !sync.journalled() && state.kind !== 'saved'
  return (
    <output className="row note gap-10 min-width-0" data-state={state.kind}>
      <Status tone={tones[state.kind]}>{label}</Status>
      {endangered && <span className="text-error">{t('notJournalled')}</span>}
    </output>
  )
}
