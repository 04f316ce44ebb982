import { type SeriesAxis, seriesAxes } from '@vermilion/contract/tasks/metrics'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { SearchField } from '#ui/filter/search-field.tsx'
import type { Look } from './chart/chart-types.ts'
import { text } from './text.ts'

export interface CurveOptions extends Look {
  readonly find: string
  readonly apart: boolean
}

interface MetricsBarProps {
  preferences: CurveOptions
  onWishes: (part: Partial<CurveOptions>) => void
  /** Several tasks are always shown in one chart a metric. */
  several: boolean
}

/** How the curves of a page are shown. */
export function MetricsBar({ preferences, onWishes, several }: MetricsBarProps) {
  const t = useText(text)
  const id = useId()
  return (
    <>
      <SearchField
        value={preferences.find}
        label={t('find')}
        name={t('find')}
        width={220}
        onSearch={(find = '') => onWishes({ find })}
      />
      <label htmlFor={`${id}-axis`}>
        {t('axis')}
        <Select<SeriesAxis>
          id={`${id}-axis`}
          value={preferences.axis}
          onChange={(axis) => onWishes({ axis })}
          options={seriesAxes.map((axis) => ({ value: axis, label: t(`axis-${axis}`) }))}
          popupMatchSelectWidth={false}
        />
      </label>
      <label>
        {t('smoothing')}
        <input
          type="range"
          min={0}
          max={0.99}
          step={0.01}
          value={preferences.smoothing}
          onChange={({ target }) => onWishes({ smoothing: Number(target.value) })}
        />
        <output>{preferences.smoothing.toFixed(2)}</output>
      </label>
      <label htmlFor={`${id}-log`}>
        <Switch
          id={`${id}-log`}
          size="small"
          checked={preferences.logarithmic}
          onChange={(logarithmic) => onWishes({ logarithmic })}
        />
        {t('logarithmic')}
      </label>
      {!several && (
        <label htmlFor={`${id}-apart`}>
          <Switch
            id={`${id}-apart`}
            size="small"
            checked={preferences.apart}
            onChange={(apart) => onWishes({ apart })}
          />
          {t('apart')}
        </label>
      )}
    </>
  )
}
