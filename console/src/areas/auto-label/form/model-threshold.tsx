import Form from 'antd/es/form'
import { useRecommendedStart } from '#areas/models'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'
import { minScore } from '@vermilion/contract/auto-label'
import type { CSSProperties } from 'react'
import { NumberInput } from '#ui/form/number-input.tsx'
import { ownModelOf } from './own-model.ts'
import type { Typed } from './typed.ts'
import styles from '../auto-label.module.css'

/** Starts at the model's recommended threshold until the user moves it. */
export function ModelThreshold() {
  const t = useText(text)
  const form = Form.useFormInstance<Typed>()
  const labeller = Form.useWatch('labeller', form) ?? ''
  const modelId = ownModelOf(labeller)
  const { recommended, text: message } = useRecommendedStart('threshold', modelId)
  return (
    <Form.Item name="threshold" label={t('threshold')} extra={message}>
      <ThresholdField recommended={recommended} />
    </Form.Item>
  )
}

interface ThresholdFieldProps {
  id?: string
  value?: number
  recommended?: number | undefined
  onChange?: (value: number) => void
}

function ThresholdField({ id, value = 0, recommended, onChange }: ThresholdFieldProps) {
  const t = useText(text)
  return (
    <span className={`${styles['threshold']} row gap-12 line-height-1`}>
      <span className="relative flex grow">
        {recommended !== undefined && (
          <i
            className="absolute"
            aria-hidden
            style={{ '--at': Math.max(0, (recommended - minScore) / (1 - minScore)) } as CSSProperties}
          />
        )}
        <input
          className="relative grow height-4 margin-0 radius-2 no-appearance round-knob cursor-pointer"
          id={id}
          type="range"
          min={minScore}
          max={1}
          step={0.01}
          value={value}
          onChange={({ target }) => onChange?.(target.valueAsNumber)}
        />
      </span>
      <NumberInput
        aria-label={t('thresholdNumber')}
        filled
        min={minScore}
        max={1}
        step={0.01}
        value={value}
        onChange={(typed) => typed !== null && onChange?.(typed)}
      />
    </span>
  )
}
