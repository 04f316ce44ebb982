import type { ReactNode } from 'react'
import { create } from 'zustand'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import type { Speak } from './notify-host.tsx'

const useWanted = create(() => ({ wanted: false }))
const waiting: Parameters<Speak>[] = []

/** Notices wait here until the list is mounted. */
let speak: Speak = (...notice) => {
  waiting.push(notice)
  expectNotices()
}

/** Shows a passing notice above the page. */
export const notify = {
  success: (words: string) => speak('success', words),
  error: (words: string) => speak('error', words),
  info: (words: string) => speak('info', words),
  offer: (content: (close: () => void) => ReactNode) => speak('success', content),
}

/** Loads the code of notices while the server is reachable. The sign-in page does not need it. */
export function expectNotices(): void {
  useWanted.setState({ wanted: true })
}

const NoticeList = lazyPart(async () => (await import('./notify-host.tsx')).NoticeList)

/** The place of notices; mounted once, at the top of the tree. */
export function NotifyHost() {
  const isRequested = useWanted((state) => state.wanted)
  return isRequested ? <NoticeList onReady={begin} /> : null
}

function begin(host: Speak): void {
  speak = host
  for (const notice of waiting.splice(0)) speak(...notice)
}
