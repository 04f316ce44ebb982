import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import InfoCircleFilled from '@ant-design/icons/es/icons/InfoCircleFilled'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { create } from 'zustand'
import styles from './notify.module.css'

type Tone = 'success' | 'error' | 'info'

interface Notification {
  key: number
  tone: Tone
  content: ReactNode
  seconds: number
}

const icons = { success: CheckCircleFilled, error: CloseCircleFilled, info: InfoCircleFilled }
const maxShown = 4
let notificationCount = 0

const useNotifications = create<{ shown: readonly Notification[] }>(() => ({ shown: [] }))

const close = (key: number) =>
  useNotifications.setState(({ shown }) => ({ shown: shown.filter((one) => one.key !== key) }))

function show(tone: Tone, seconds: number, contentOf: (key: number) => ReactNode): void {
  notificationCount += 1
  const notification = { key: notificationCount, tone, seconds, content: contentOf(notificationCount) }
  useNotifications.setState(({ shown }) => ({ shown: [...shown, notification].slice(-maxShown) }))
}

export const notify = {
  success: (text: string) => show('success', 3, () => text),
  error: (text: string) => show('error', 6, () => text),
  info: (text: string) => show('info', 3, () => text),
  /** A notice with a button of its own; it stays longer. */
  offer: (content: (close: () => void) => ReactNode) => show('success', 10, (key) => content(() => close(key))),
}

export function NotifyHost() {
  const notifications = useNotifications((state) => state.shown)
  return (
    <div className={`${styles['notices']} fixed grid justify-items-center gap-8 no-pointer`} aria-live="polite">
      {notifications.map(({ key, ...one }) => (
        <Announcement key={key} {...one} onGone={() => close(key)} />
      ))}
    </div>
  )
}

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
