import { type SeriesAxis, seriesAxes } from '@vermilion/contract/tasks/metrics'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { useId } from 'react'
import { useText } from '#lib/i18n.ts'
import type { LineDisplay } from '#ui/chart/lines/line-plot.tsx'
import { SearchField } from '#ui/filter/search-field.tsx'
import { axisTitleKey, text } from './text.ts'

export interface CurveOptions extends LineDisplay {
  readonly find: string
  readonly apart: boolean
}

interface MetricsBarProps {
  options: CurveOptions
  onOptions: (changes: Partial<CurveOptions>) => void
  several: boolean
  isByEpoch: boolean
}

export function MetricsBar({ options, onOptions, several, isByEpoch }: MetricsBarProps) {
  const t = useText(text)
  const id = useId()
  return (
    <>
      <SearchField
        value={options.find}
        label={t('find')}
        name={t('find')}
        width={220}
        onSearch={(find = '') => onOptions({ find })}
      />
      <label className="row gap-8 text-secondary nowrap" htmlFor={`${id}-axis`}>
        {t('axis')}
        <Select<SeriesAxis>
          id={`${id}-axis`}
          value={options.axis}
          onChange={(axis) => onOptions({ axis })}
          options={seriesAxes.map((axis) => ({ value: axis, label: t(axisTitleKey(axis, isByEpoch)) }))}
          popupMatchSelectWidth={false}
        />
      </label>
      <label className="row gap-8 text-secondary nowrap">
        {t('smoothing')}
        <input
          type="range"
          min={0}
          max={0.99}
          step={0.01}
          value={options.smoothing}
          onChange={({ target }) => onOptions({ smoothing: Number(target.value) })}
        />
        <output>{options.smoothing.toFixed(2)}</output>
      </label>
      <label className="row gap-8 text-secondary nowrap" htmlFor={`${id}-log`}>
        <Switch
          id={`${id}-log`}
          size="small"
          checked={options.logarithmic}
          onChange={(logarithmic) => onOptions({ logarithmic })}
        />
        {t('logarithmic')}
      </label>
      {!several && (
        <label className="row gap-8 text-secondary nowrap" htmlFor={`${id}-apart`}>
          <Switch id={`${id}-apart`} size="small" checked={options.apart} onChange={(apart) => onOptions({ apart })} />
          {t('apart')}
        </label>
      )}
    </>
  )
}
