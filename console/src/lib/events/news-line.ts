import type { Follower, HubMessage, TabMessage } from './news-hub.ts'
import { loadCode } from '../loading/load-code.ts'

export interface NewsLine {
  send: (message: TabMessage) => void
  close: () => void
}

/**
 * Connects this tab to the hub that all tabs share. Without shared workers, or if ours fails to start, the tab runs a hub of its
 * own.
 */
export function connectNews(receive: (message: HubMessage) => void): NewsLine {
  let worker: SharedWorker | null = null
  let closed = false
  let sent: TabMessage[] = []
  let send: NewsLine['send'] = (message) => void sent.push(message)

  async function stayHere(): Promise<void> {
    const { openNews } = await loadCode(() => import('./open-news.ts'))
    if (closed) return
    const hub = openNews()
    const follower: Follower = { post: receive }
    send = (message) => hub.receive(follower, message)
    for (const message of sent) send(message)
  }

  if (typeof SharedWorker === 'undefined') void stayHere()
  else {
    worker = new SharedWorker(new URL('./news.worker.ts', import.meta.url), { type: 'module', name: 'news' })
    const { port } = worker
    port.addEventListener('message', ({ data }: MessageEvent<HubMessage>) => {
      sent = []
      receive(data)
    })
    port.start()
    send = (message) => {
      sent.push(message)
      port.postMessage(message)
    }
    worker.addEventListener('error', () => void stayHere(), { once: true })
  }

  return {
    send: (message) => send(message),
    close: () => {
      send({ kind: 'leave' })
      closed = true
    },
  }
}
