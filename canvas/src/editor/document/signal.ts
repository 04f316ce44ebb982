export interface Signal<News> {
  /** Returns the unsubscribe function. */
  subscribe: (listener: (news: News) => void) => () => void
  emit: (news: News) => void
}

export function createSignal<News = void>(): Signal<News> {
  const listeners = new Set<(news: News) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(news) {
      for (const listener of new Set(listeners)) listener(news)
    },
  }
}
