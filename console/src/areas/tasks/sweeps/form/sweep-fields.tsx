import type { TrainingImage } from '@vermilion/contract/tasks'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Segmented from 'antd/es/segmented'
import Select from 'antd/es/select'
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { say } from '@vermilion/contract/kernel/text'
import { NumberInput } from '#ui/form/number-input.tsx'
import { FoldedFields } from '#ui/form/folded-fields.tsx'
import { TimeField } from '../../create/time-field.tsx'
import styles from './form.module.css'
import { SpaceField } from './space-field.tsx'
import { gridTrials, type OrderKind, orderKinds, problemOf, type TypedSpace, type TypedSweep } from './sweep-values.ts'
import { formText } from './text.ts'

const two = 'grid columns-2 gap-0-14'

export function OrderKindField({ onKind }: { onKind: (kind: OrderKind) => void }) {
  const t = useText(formText)
  const kind = Form.useWatch<OrderKind | undefined>('order') ?? 'one'
  useEffect(() => onKind(kind), [kind, onKind])
  return (
    <Form.Item
      name="order"
      label={t('kind')}
      extra={kind === 'one' ? undefined : t(kind === 'sweep' ? 'sweepHint' : 'seedsHint')}
    >
      <Segmented
        className={styles['kinds'] ?? ''}
        block
        aria-label={t('kind')}
        options={orderKinds.map((value) => ({ value, label: t(value) }))}
      />
    </Form.Item>
  )
}

interface SweepFieldsProps {
  image: TrainingImage | undefined
}

export function SweepFields({ image }: SweepFieldsProps) {
  const kind = Form.useWatch<OrderKind | undefined>('order') ?? 'one'
  if (kind === 'one' || image === undefined) return null
  return kind === 'sweep' ? <SearchFields parameters={image.parameters} /> : <RepeatFields />
}

function SearchFields({ parameters }: { parameters: TrainingImage['parameters'] }) {
  const t = useText(formText)
  const method = Form.useWatch<TypedSweep['method'] | undefined>(['sweep', 'method'])
  const rows = Form.useWatch<TypedSpace[] | undefined>(['sweep', 'space']) ?? []
  const size = method === 'grid' ? gridTrials(rows, parameters) : null
  return (
    <>
      <Form.Item name={['sweep', 'method']} label={t('method')}>
        <Select options={(['tpe', 'random', 'grid'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item
        name={['sweep', 'space']}
        label={t('space')}
        extra={size === null ? undefined : t('gridSize', { count: size })}
        rules={[useSpaceRule(parameters)]}
      >
        <SpaceField parameters={parameters} isGrid={method === 'grid'} />
      </Form.Item>
      <div className={two}>
        <CountField label={t('trials')} placeholder={t(method === 'grid' ? 'allTrials' : 'usualTrials')} />
        <ConcurrencyField />
      </div>
      <StopFields />
      <TimeBudgetField />
      <ObjectiveFields seedLabel={method === 'grid' ? undefined : t('sweepSeed')} />
    </>
  )
}

function RepeatFields() {
  const t = useText(formText)
  return (
    <>
      <div className={two}>
        <CountField label={t('repeats')} placeholder={t('usualRepeats')} />
        <ConcurrencyField />
        <SeedField label={t('firstSeed')} hint={t('firstSeedHint')} />
        <TimeBudgetField />
      </div>
      <ObjectiveFields seedLabel={undefined} />
    </>
  )
}

function useSpaceRule(parameters: TrainingImage['parameters']) {
  const t = useText(formText)
  const language = useSystem((system) => system.lang)
  return {
    validator: (_: unknown, rows: TypedSpace[] = []) => {
      if (rows.length === 0) return Promise.reject(new Error(t('spaceMissing')))
      for (const row of rows) {
        const problem = problemOf(row, parameters)
        if (problem === null) continue
        const { label, minimum = 0, maximum = 0 } = parameters[row.parameter] ?? {}
        const name = label === undefined ? row.parameter : say(label, language)
        const message = problem === 'limits' ? t('limits', { name, minimum, maximum }) : t(problem, { name })
        return Promise.reject(new Error(message))
      }
      return Promise.resolve()
    },
  }
}

function CountField({ label, placeholder }: { label: string; placeholder: string }) {
  const t = useText(formText)
  return (
    <Form.Item
      name={['sweep', 'count']}
      label={label}
      rules={[{ type: 'integer', min: 1, max: 500, message: t('trialsRule') }]}
    >
      <NumberInput integer placeholder={placeholder} />
    </Form.Item>
  )
}

function ConcurrencyField() {
  const t = useText(formText)
  return (
    <Form.Item
      name={['sweep', 'concurrency']}
      label={t('concurrency')}
      rules={[{ required: true, type: 'integer', min: 1, max: 100, message: t('concurrencyRule') }]}
    >
      <NumberInput integer />
    </Form.Item>
  )
}

function TimeBudgetField() {
  const t = useText(formText)
  return (
    <Form.Item name={['sweep', 'timeBudgetSeconds']} label={t('timeBudget')} extra={t('timeBudgetHint')}>
      <TimeField />
    </Form.Item>
  )
}

function SeedField({ label, hint }: { label: string; hint?: string }) {
  const t = useText(formText)
  return (
    <Form.Item
      name={['sweep', 'seed']}
      label={label}
      extra={hint}
      rules={[{ required: true, type: 'integer', min: 0, max: 2_147_483_647, message: t('seedRule') }]}
    >
      <NumberInput integer />
    </Form.Item>
  )
}

const numbersOf = {
  none: [],
  median: [
    ['graceSteps', 1],
    ['minTrials', 1],
  ],
  halving: [
    ['firstRung', 1],
    ['factor', 2],
  ],
} as const

function StopFields() {
  const t = useText(formText)
  const rule = Form.useWatch<TypedSweep['stopRule'] | undefined>(['sweep', 'stopRule']) ?? 'none'
  return (
    <>
      <Form.Item
        name={['sweep', 'stopRule']}
        label={t('stopRule')}
        extra={rule === 'none' ? undefined : t(`${rule}Hint`)}
      >
        <Select options={(['none', 'median', 'halving'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      {rule !== 'none' && (
        <div className={two}>
          {numbersOf[rule].map(([name, minimum]) => (
            <Form.Item
              key={name}
              name={['sweep', name]}
              label={t(name)}
              rules={[{ required: true, type: 'integer', min: minimum, message: t('wholeRule', { minimum }) }]}
            >
              <NumberInput integer />
            </Form.Item>
          ))}
        </div>
      )}
    </>
  )
}

const isUnusualObjective = (values: object) => {
  const { sweep } = values as { sweep?: Partial<TypedSweep> }
  return sweep?.metric !== undefined && sweep.metric !== ''
}

function ObjectiveFields({ seedLabel }: { seedLabel: string | undefined }) {
  const t = useText(formText)
  return (
    <FoldedFields title={t('objective')} names={[]} isUnusual={isUnusualObjective}>
      <div className={two}>
        <Form.Item name={['sweep', 'metric']} label={t('metric')} extra={t('metricHint')}>
          <Input maxLength={250} autoComplete="off" spellCheck={false} placeholder={t('metricExample')} />
        </Form.Item>
        <Form.Item name={['sweep', 'direction']} label={t('direction')}>
          <Select options={(['usual', 'maximize', 'minimize'] as const).map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        {seedLabel !== undefined && <SeedField label={seedLabel} />}
      </div>
    </FoldedFields>
  )
}
