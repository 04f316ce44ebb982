interface PageNeeds {
  /** The page was hidden or shown. */
  onVisibility: (isHidden: boolean) => void
  /** The browser has lost or changed its network. */
  onNetwork: () => void
  onTick: () => void
}

/** Reports page events that affect a connection. The returned function ends that. */
export function watchPage({ onVisibility, onNetwork, onTick }: PageNeeds): () => void {
  const ticking = setInterval(onTick, 1_000)
  const onChange = () => onVisibility(document.visibilityState === 'hidden')
  document.addEventListener('visibilitychange', onChange)
  addEventListener('offline', onNetwork)
  addEventListener('online', onNetwork)
  return () => {
    clearInterval(ticking)
    document.removeEventListener('visibilitychange', onChange)
    removeEventListener('offline', onNetwork)
    removeEventListener('online', onNetwork)
  }
}
