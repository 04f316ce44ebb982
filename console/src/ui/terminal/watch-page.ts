interface PageNeeds {
  onVisibility: (isHidden: boolean) => void
  onNetwork: () => void
  onTick: () => void
}

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
