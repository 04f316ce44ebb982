import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { Popout } from '#ui/overlay/popout.tsx'
import styles from './options-bar.module.css'
import { optionsBarText } from './options-bar-text.ts'

interface OptionsOverflowProps {
  line: RefObject<HTMLElement | null>
  children: ReactNode
}

export function OptionsOverflow({ line, children }: OptionsOverflowProps) {
  const t = useText(optionsBarText)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = line.current
    if (element === null) return
    const measure = () => setCut(hideWhatIsCut(element))
    const resizes = new ResizeObserver(measure)
    resizes.observe(element)
    const changes = new MutationObserver(measure)
    changes.observe(element, { childList: true, subtree: true, characterData: true })
    measure()
    return () => {
      resizes.disconnect()
      changes.disconnect()
    }
  }, [line])
  if (!isCut) return null
  return (
    <Popout words={null} label={t('moreOptions')} icon={<EllipsisOutlined aria-hidden />} align="right" sheet plain>
      <div className={`${styles['overflow']} grid gap-8`}>{children}</div>
    </Popout>
  )
}

function hideWhatIsCut(line: HTMLElement): boolean {
  const end = line.getBoundingClientRect().right + 1
  const cut = [...line.children].map((part) =>
    part.toggleAttribute('data-cut', part.getBoundingClientRect().right > end),
  )
  return cut.includes(true)
}
