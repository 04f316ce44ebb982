import { modelEndpoints } from '@vermilion/contract/models'
import { type InputSettings, resamplings } from '@vermilion/contract/detection/input-settings'
import type { ModelFile, ModelInspection } from '@vermilion/contract/models/model-files'
import { useQuery } from '@tanstack/react-query'
import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import { read } from '#lib/query.ts'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { Facts } from '#ui/page/page.tsx'
import { loraText } from '../lora/text.ts'
import { text } from '../text.ts'
import { imageFits } from '@vermilion/contract/detection/letterbox'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { NumberInput } from '#ui/form/number-input.tsx'
import { isSameValues, valuePresets, type ValuePreset } from './input-values.ts'
import { addText } from './text.ts'
import { Trial } from './trial.tsx'
import styles from './add.module.css'

interface FileInspectionProps {
  file: Pick<ModelFile, 'fileId' | 'output'>
  labels: readonly string[]
  input: InputSettings | undefined
}

export function FileInspection({ file, labels, input }: FileInspectionProps) {
  const model: ModelFile = { ...file, ...(labels.length > 0 && { labels: [...labels] }) }
  // Corrections do not change how the file is read, so they need no new request.
  const { data, error } = useQuery({ ...read(modelEndpoints.inspectModelFile, { body: model }), retry: false })
  if (error !== null) return <Alert className="margin-bottom-24" type="warning" title={problemWords(error)} />
  if (data === undefined) return <Bone height={120} />
  if (data.dialect === 'lora') return <LoraFacts lora={data.lora} />
  if (data.dialect === 'stored') return <StoredFacts format={data.format} />
  return (
    <>
      <RunnableFacts {...data} />
      <Form.Item name="input" noStyle>
        <InputField read={data.input} />
      </Form.Item>
      <Trial model={{ ...model, ...(input !== undefined && { input }) }} labels={data.labels} />
    </>
  )
}

type Of<Dialect> = Extract<ModelInspection, { dialect: Dialect }>

function LoraFacts({ lora: { family, kind, rank, moduleCount, triggerWords } }: Pick<Of<'lora'>, 'lora'>) {
  const lora = useText(loraText)
  return (
    <div className="margin-bottom-24">
      <Facts
        facts={[
          [lora('family'), lora(`family-${family}`)],
          ...(kind === undefined ? [] : [[lora('kind'), lora(`kind-${kind}`)] as const]),
          [lora('rank'), rank ?? unknownValue],
          [lora('modules'), moduleCount],
          [lora('triggerWords'), triggerWords.length === 0 ? unknownValue : <Tags key="words" tags={triggerWords} />],
        ]}
      />
    </div>
  )
}

function StoredFacts({ format }: Pick<Of<'stored'>, 'format'>) {
  const t = useText(addText)
  return (
    <div className="margin-bottom-24">
      <Facts
        facts={[
          [t('format'), `.${format}`],
          [t('runtime'), t(`runtime-${format}`)],
        ]}
      />
      <p className="margin-0-0-16 text-secondary">{t('notRun')}</p>
    </div>
  )
}

function RunnableFacts({
  dialect,
  labelType,
  labels,
  layout,
  operatorSet,
}: Exclude<ModelInspection, Of<'lora' | 'stored'>>) {
  const t = useText(addText)
  const texts = useText(text)
  return (
    <div className="margin-bottom-24">
      <Facts
        facts={[
          [t('madeBy'), t(dialect)],
          [t('labelType'), texts(labelType)],
          [t('outputs'), layout],
          [t('operators'), String(operatorSet)],
          [t('inFile'), <Tags key="labels" tags={labels} />],
        ]}
      />
    </div>
  )
}

interface InputFieldProps {
  read: InputSettings
  value?: InputSettings | undefined
  onChange?: (input: InputSettings | undefined) => void
}

const layouts = ['nchw', 'nhwc', 'chw'] as const satisfies readonly InputSettings['layout'][]

const channelOrders = ['rgb', 'bgr'] as const satisfies readonly InputSettings['channels'][]

function InputField({ read, value, onChange }: InputFieldProps) {
  const t = useText(addText)
  const now = value ?? read
  const change = (changes: Partial<InputSettings>) => onChange?.({ ...now, ...changes })
  const preset = (Object.keys(valuePresets) as ValuePreset[]).find((name) => isSameValues(valuePresets[name], now))
  const choice = <Key extends string>(
    label: string,
    current: Key,
    all: readonly Key[],
    onSelect: (key: Key) => void,
    text: (key: Key) => string,
  ) => (
    <Labeled label={label}>
      <Select
        aria-label={label}
        value={current}
        options={all.map((key) => ({ value: key, label: text(key) }))}
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
      <span className="text-secondary font-12" aria-hidden>
        {label}
      </span>
      {children}
    </div>
  )
}
