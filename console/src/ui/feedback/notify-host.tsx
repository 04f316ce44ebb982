import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import InfoCircleFilled from '@ant-design/icons/es/icons/InfoCircleFilled'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import styles from './notify-host.module.css'

/** A text, or content with a button, which stays longer. */
type Notice = string | ((close: () => void) => ReactNode)
export type Speak = (tone: 'success' | 'error' | 'info', notice: Notice) => void

type Tone = Parameters<Speak>[0]

interface Notification {
  key: number
  tone: Tone
  content: ReactNode
  seconds: number
}

const icons = { success: CheckCircleFilled, error: CloseCircleFilled, info: InfoCircleFilled }
const atMost = 4
let announcedCount = 0

/** The list of notices; passes its function for showing one to `onReady`. */
export function NoticeList({ onReady }: { onReady: (speak: Speak) => void }) {
  const [notices, setShown] = useState<readonly Notification[]>([])
  useEffect(() => {
    onReady((tone, notice) => {
      announcedCount += 1
      const key = announcedCount
      const content = typeof notice === 'string' ? notice : notice(() => setShown(without(key)))
      const seconds = typeof notice !== 'string' ? 10 : tone === 'error' ? 6 : 3
      setShown((previous) => [...previous, { key, tone, content, seconds }].slice(-atMost))
    })
  }, [onReady])
  return (
    <div className={`${styles['notices']} fixed grid justify-items-center gap-8 no-pointer`} aria-live="polite">
      {notices.map(({ key, ...one }) => (
        <Announcement key={key} {...one} onGone={() => setShown(without(key))} />
      ))}
    </div>
  )
}

const without = (key: number) => (notices: readonly Notification[]) => notices.filter((one) => one.key !== key)

/** Disappears by itself, except while the pointer or the focus is in it. */
function Announcement({ tone, content, seconds, onGone }: Omit<Notification, 'key'> & { onGone: () => void }) {
  const [isPaused, setHeld] = useState(false)
  const Icon = icons[tone]
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => leave(), seconds * 1_000)
    return () => clearTimeout(timer)
  }, [isPaused, seconds])
  return (
    <div
      className={`${styles['notice']} row gap-8 padding-8-12 radius-10 ground-raised shadow text-ink`}
      data-notice={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden />
      {content}
    </div>
  )
}
