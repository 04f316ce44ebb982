import type { Studio } from './studio.ts'

/** Studios that this page has opened, by account, for code that must not load a studio. */
const opened = new Map<string, Studio>()
const waiting = new Set<(account: string, studio: Studio) => void>()

export function announceStudio(account: string, studio: Studio): void {
  opened.set(account, studio)
  for (const tell of waiting) tell(account, studio)
}

export function openedStudio(account: string): Studio | undefined {
  return opened.get(account)
}

export function whenOpened(account: string, tell: (studio: Studio) => void): () => void {
  const studio = opened.get(account)
  if (studio) tell(studio)
  const hear = (of: string, studio: Studio): void => {
    if (of === account) tell(studio)
  }
  waiting.add(hear)
  return () => waiting.delete(hear)
}
