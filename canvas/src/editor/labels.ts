import type { Shape } from '@vermilion/contract/labels/index'
import { createSignal } from './document/signal.ts'

export interface LabelStyle {
  id: string
  name: string
  colour: string
  /** Shortcut; without one, the first ten labels use the digit of their tag. */
  shortcut?: string | null
  described?: Shape['attributes']
}

export interface Labels {
  list: () => readonly LabelStyle[]
  get: (id: string) => LabelStyle | undefined
  current: () => LabelStyle | null
  pick: (id: string) => void
  /** A character that distinguishes labels where color cannot; for the first labels it is also their key. */
  tagOf: (id: string) => string
  replace: (list: readonly LabelStyle[]) => void
  subscribe: (listener: () => void) => () => void
}

const TAGS = '1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function tagAt(position: number): string {
  return TAGS[position] ?? '•'
}

export function createLabels(initial: readonly LabelStyle[], currentId?: string): Labels {
  const changed = createSignal()
  let list = initial
  let current = initial.find(({ id }) => id === currentId) ?? initial[0] ?? null
  return {
    list: () => list,
    get: (id) => list.find((label) => label.id === id),
    current: () => current,
    pick(id) {
      const label = list.find((each) => each.id === id)
      if (!label || label === current) return
      current = label
      changed.emit()
    },
    tagOf: (id) => tagAt(list.findIndex((label) => label.id === id)),
    replace(next) {
      if (next === list) return
      list = next
      current = next.find(({ id }) => id === current?.id) ?? next[0] ?? null
      changed.emit()
    },
    subscribe: changed.subscribe,
  }
}
