import type { HostKey } from '@vermilion/contract/devices/access'
import { useEffect, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { HostKeyFacts, HowToCompare } from './host-key-facts.tsx'
import { formText } from './text.ts'
import styles from './form.module.css'

export function HostKeyStep({ hostKey }: { hostKey: HostKey }) {
  const t = useText(formText)
  const panel = useRef<HTMLElement>(null)
  // In a long form it is below the visible part.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'end' })
  }, [])
  return (
    <section
      ref={panel}
      className={`${styles['keyStep']} stack gap-10 margin-bottom-16 padding-16 radius-10`}
      aria-label={t('keyTitle')}
      aria-live="polite"
    >
      <h3 className="title">{t('keyTitle')}</h3>
      <p>{t('keyWords')}</p>
      <HostKeyFacts hostKey={hostKey} />
      <HowToCompare algorithm={hostKey.algorithm} />
    </section>
  )
}
