import Slider from 'antd/es/slider'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './search.module.css'
import { text } from './text.ts'

/** How alike images must be, in percent. The address follows once the handle is let go. */
export function ThresholdField({ value, onChange }: { value: number; onChange: (value: number | undefined) => void }) {
  const t = useText(text)
  const [visible, setVisible] = useState(value)
  const [synced, setSynced] = useState(value)
  if (synced !== value) {
    setSynced(value)
    setVisible(value)
  }
  return (
    <span className={styles['threshold']}>
      <Slider
        min={0}
        max={100}
        value={visible}
        ariaLabelForHandle={t('threshold')}
        tooltip={{ formatter: (percent) => t('percent', { value: `${percent}` }) }}
        onChange={setVisible}
        onChangeComplete={(next) => onChange(next === 0 ? undefined : next)}
      />
      <b>{visible === 0 ? t('anyValue') : t('percent', { value: `${visible}` })}</b>
    </span>
  )
}
