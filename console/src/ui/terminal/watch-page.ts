interface PageNeeds {
  /** The page is hidden, or seen again. */
  onVisibility: (isHidden: boolean) => void
  /** The browser has lost its network or changed it. */
  onNetwork: () => void
  /** Every second. */
  onTick: () => void
}

/** Tells what happens to the page that matters to a line to the server. The returned function ends that. */
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
