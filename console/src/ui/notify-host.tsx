import message from 'antd/es/message'
import { type ReactNode, useEffect } from 'react'

/** Words, or something with a button of its own, which stays a while longer. */
type Notice = string | ((close: () => void) => ReactNode)
export type Speak = (tone: 'success' | 'error' | 'info', notice: Notice) => void

let notices = 0

/** Where notices appear; says how to show one as soon as it can. */
export function NoticeList({ onReady }: { onReady: (speak: Speak) => void }) {
  const [speaker, holder] = message.useMessage({ maxCount: 4 })
  useEffect(() => {
    onReady((tone, notice) => {
      notices += 1
      const key = `notice-${notices}`
      const content = typeof notice === 'string' ? notice : notice(() => speaker.destroy(key))
      const seconds = typeof notice !== 'string' ? 10 : tone === 'error' ? 6 : 3
      void speaker.open({ key, type: tone, content, duration: seconds, pauseOnHover: true })
    })
  }, [speaker, onReady])
  return holder
}
