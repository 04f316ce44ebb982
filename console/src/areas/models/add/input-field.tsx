import { imageFits } from '@vermilion/contract/detection/letterbox'
import { type InputSettings, resamplings } from '@vermilion/contract/detection/input-settings'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from './add.module.css'
import { isSameValues, valuePresets, type ValuePreset } from './input-values.ts'
import { addText } from './text.ts'

interface InputFieldProps {
  read: InputSettings
  value?: InputSettings | undefined
  onChange?: (input: InputSettings | undefined) => void
}

const layouts = ['nchw', 'nhwc', 'chw'] as const satisfies readonly InputSettings['layout'][]
const channelOrders = ['rgb', 'bgr'] as const satisfies readonly InputSettings['channels'][]

export function InputField({ read, value, onChange }: InputFieldProps) {
  const t = useText(addText)
  const now = value ?? read
  const change = (changes: Partial<InputSettings>) => onChange?.({ ...now, ...changes })
  const preset = (Object.keys(valuePresets) as ValuePreset[]).find((name) => isSameValues(valuePresets[name], now))
  const choice = <Key extends string>(
    label: string,
    current: Key,
    all: readonly Key[],
    onSelect: (key: Key) => void,
    words: (key: Key) => string,
  ) => (
    <Labeled label={label}>
      <Select
        aria-label={label}
        value={current}
        options={all.map((key) => ({ value: key, label: words(key) }))}
        onChange={onSelect}
      />
    </Labeled>
  )
  return (
    <fieldset className={`${styles['input']} grid gap-8-12 margin-0-0-24 padding-0 border-0`}>
      <legend>{t('input')}</legend>
      <Labeled label={t('inputSize')}>
        <NumberInput
          aria-label={t('inputSize')}
          value={now.size}
          integer
          filled
          min={1}
          max={4_096}
          onChange={(size) => size !== null && change({ size })}
        />
      </Labeled>
      {choice(t('fit'), now.fit, imageFits, (fit) => change({ fit }), t)}
      {choice(t('resampling'), now.resampling, resamplings, (resampling) => change({ resampling }), t)}
      <Labeled label={t('normalization')}>
        <Select<ValuePreset | 'own'>
          aria-label={t('normalization')}
          value={preset ?? 'own'}
          options={[
            ...(preset === undefined ? [{ value: 'own' as const, label: t('own') }] : []),
            ...(Object.keys(valuePresets) as ValuePreset[]).map((name) => ({ value: name, label: t(name) })),
          ]}
          onChange={(name) => name !== 'own' && change(valuePresets[name])}
        />
      </Labeled>
      {choice(t('channels'), now.channels, channelOrders, (channels) => change({ channels }), t)}
      {choice(t('layout'), now.layout, layouts, (layout) => change({ layout }), t)}
      {now.fit === 'letterbox' && (
        <Labeled label={t('grey')}>
          <NumberInput
            aria-label={t('grey')}
            value={now.letterbox.grey}
            integer
            filled
            min={0}
            max={255}
            onChange={(grey) => grey !== null && change({ letterbox: { grey } })}
          />
        </Labeled>
      )}
      {value !== undefined && (
        <Button type="link" size="small" onClick={() => onChange?.(undefined)}>
          {t('asRead')}
        </Button>
      )}
    </fieldset>
  )
}

function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}
