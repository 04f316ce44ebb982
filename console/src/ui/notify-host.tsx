import message from 'antd/es/message'
import { useEffect } from 'react'
import type { Speak } from './notify.tsx'

/** Where notices appear; says how to show one as soon as it can. */
export function NoticeList({ onReady }: { onReady: (speak: Speak) => void }) {
  const [speaker, holder] = message.useMessage({ maxCount: 4 })
  useEffect(() => {
    onReady((tone, words) => void speaker.open({ type: tone, content: words, duration: tone === 'error' ? 6 : 3 }))
  }, [speaker, onReady])
  return holder
}
