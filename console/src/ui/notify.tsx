import message from 'antd/es/message'
import { useEffect } from 'react'

type Tone = 'success' | 'error' | 'info'

let show: (tone: Tone, words: string) => void = () => undefined

/** Says something in passing, above the page. */
export const notify = {
  success: (words: string) => show('success', words),
  error: (words: string) => show('error', words),
  info: (words: string) => show('info', words),
}

/** Where `notify` speaks; one stands at the top of the tree. */
export function NotifyHost() {
  const [speaker, holder] = message.useMessage({ maxCount: 4 })
  useEffect(() => {
    show = (tone, words) => void speaker.open({ type: tone, content: words, duration: tone === 'error' ? 6 : 3 })
  }, [speaker])
  return holder
}
