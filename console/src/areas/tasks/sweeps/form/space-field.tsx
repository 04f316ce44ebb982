import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { say } from '@vermilion/contract/kernel/text'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from './form.module.css'
import { proposeSpace, spaceAround, spaceKinds, type TypedSpace } from './sweep-values.ts'
import { formText } from './text.ts'

type Parameters = TrainingImage['parameters']

interface SpaceFieldProps {
  parameters: Parameters
  isGrid: boolean
  id?: string
  value?: TypedSpace[]
  onChange?: (rows: TypedSpace[]) => void
}

export function SpaceField({ parameters, isGrid, id, value: rows = [], onChange }: SpaceFieldProps) {
  const t = useText(formText)
  const fits = rows.some(({ parameter }) => Object.hasOwn(parameters, parameter))
  // Another image has other parameters.
  useEffect(() => {
    if (!fits) onChange?.(proposeSpace(parameters))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the handler is new in each pass
  }, [fits, parameters])
  const free = Object.keys(parameters).filter((name) => rows.every(({ parameter }) => parameter !== name))
  const [next] = free
  const change = (at: number, row: TypedSpace) => onChange?.(rows.map((one, index) => (index === at ? row : one)))
  return (
    <fieldset id={id} className="plain-group" aria-label={t('space')}>
      {rows.map((row, at) => (
        <SpaceRow
          key={row.parameter}
          {...{ row, at, parameters, free, isGrid }}
          onChange={(changed) => change(at, changed)}
          onRemove={rows.length > 1 ? () => onChange?.(rows.filter((_, index) => index !== at)) : undefined}
        />
      ))}
      {next !== undefined && (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange?.([...rows, spaceAround(next, parameters)])}
        >
          {t('addParameter')}
        </Button>
      )}
    </fieldset>
  )
}

interface SpaceRowProps {
  row: TypedSpace
  at: number
  parameters: Parameters
  free: readonly string[]
  isGrid: boolean
  onChange: (row: TypedSpace) => void
  onRemove: (() => void) | undefined
}

function SpaceRow({ row, at, parameters, free, isGrid, onChange, onRemove }: SpaceRowProps) {
  const t = useText(formText)
  const language = useSystem((system) => system.lang)
  const labelOf = (name: string) => {
    const label = parameters[name]?.label
    return label === undefined ? name : say(label, language)
  }
  const name = labelOf(row.parameter)
  const number = `${at + 1}`
  return (
    <div className={`${styles['space']} grid gap-8 margin-bottom-8`}>
      <Select
        value={row.parameter}
        aria-label={t('parameterOf', { number })}
        options={[row.parameter, ...free].map((value) => ({ value, label: labelOf(value) }))}
        onChange={(parameter) => onChange(spaceAround(parameter, parameters))}
      />
      <Select
        value={row.kind}
        aria-label={t('kindOf', { number })}
        options={spaceKinds.map((value) => ({ value, label: t(value) }))}
        onChange={(kind) => onChange({ ...row, kind })}
      />
      {row.kind === 'list' ? (
        <Input
          value={row.values}
          aria-label={t('valuesOf', { name })}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...row, values: target.value })}
        />
      ) : (
        <RangeInputs row={row} name={name} isGrid={isGrid} onChange={onChange} />
      )}
      {onRemove !== undefined && (
        <Button
          className={styles['remove'] ?? ''}
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('removeParameter', { name })}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

interface RangeInputsProps {
  row: TypedSpace
  name: string
  isGrid: boolean
  onChange: (row: TypedSpace) => void
}

function RangeInputs({ row, name, isGrid, onChange }: RangeInputsProps) {
  const t = useText(formText)
  return (
    <div className="row gap-8">
      <NumberInput
        value={row.minimum}
        aria-label={t('minimumOf', { name })}
        onChange={(minimum) => onChange({ ...row, minimum })}
      />
      <span className="note">{t('to')}</span>
      <NumberInput
        value={row.maximum}
        aria-label={t('maximumOf', { name })}
        onChange={(maximum) => onChange({ ...row, maximum })}
      />
      {isGrid && (
        <>
          <span className="note">×</span>
          <NumberInput
            className={styles['points'] ?? ''}
            integer
            filled
            min={2}
            max={50}
            value={row.gridPoints}
            aria-label={t('gridPointsOf', { name })}
            onChange={(gridPoints) => onChange({ ...row, gridPoints })}
          />
        </>
      )}
    </div>
  )
}
