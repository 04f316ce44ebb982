import Button from 'antd/es/button'
import Slider from 'antd/es/slider'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { formatPercent } from '#ui/meter/figures.ts'
import styles from './search.module.css'
import { text } from './text.ts'

interface ThresholdFieldProps {
  chosen: number | undefined
  usual: number
  onChange: (value: number | undefined) => void
}

/** The minimum similarity in percent. The address changes when the handle is released. */
export function ThresholdField({ chosen, usual, onChange }: ThresholdFieldProps) {
  const t = useText(text)
  const value = chosen ?? usual
  const [visible, setVisible] = useState(value)
  const [synced, setSynced] = useState(value)
  if (synced !== value) {
    setSynced(value)
    setVisible(value)
  }
  return (
    <span className={`${styles['threshold']} row gap-12`}>
      <Slider
        min={0}
        max={100}
        value={visible}
        ariaLabelForHandle={t('threshold')}
        tooltip={{ formatter: (percent) => formatPercent((percent ?? 0) / 100) }}
        onChange={setVisible}
        onChangeComplete={onChange}
      />
      <b className="min-width-46 text-ink weight-500 tabular text-right">
        {visible === 0 ? t('anyValue') : formatPercent(visible / 100)}
      </b>
      <Button size="small" type="text" disabled={chosen === undefined} onClick={() => onChange(undefined)}>
        {t('usualValue')}
      </Button>
    </span>
  )
}
