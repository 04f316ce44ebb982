export interface Signal<Value> {
  /** Returns the unsubscribe function. */
  subscribe: (listener: (value: Value) => void) => () => void
  emit: (value: Value) => void
}

export function createSignal<Value = void>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(value) {
      for (const listener of new Set(listeners)) listener(value)
    },
  }
}
