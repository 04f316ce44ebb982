import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Language } from '@vermilion/contract/kernel/text'
import type { CSSProperties } from 'react'
import { formatNumber } from '#lib/format.ts'
import { translator, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import styles from './progress.module.css'
import { text } from '../text.ts'

const units = { images: 'unitImages', files: 'unitFiles', epochs: 'unitEpochs', steps: 'unitSteps' } as const

interface ProgressBarProps {
  readonly done: number
  readonly total: number
  readonly failed?: number
  readonly label: string
}

export function ProgressBar({ done, total, failed = 0, label }: ProgressBarProps) {
  const range = total > 0 ? { value: Math.min(done, total), max: total } : {}
  const succeeded = done > 0 && failed > 0 ? 1 - Math.min(failed / done, 1) : 1
  const style = { '--succeeded': `${succeeded * 100}%` } as CSSProperties
  return (
    <progress
      className={`${styles['bar']} block full-width height-4 border-0 radius-2 ground-secondary clip no-appearance`}
      style={style}
      aria-label={label}
      {...range}
    />
  )
}

interface CountedProgressProps {
  readonly done: number
  readonly total: number
  readonly unit?: keyof typeof units
  readonly settled?: number
  readonly notes: readonly string[]
  readonly label: string
  readonly isUnderWay: boolean
}

export function CountedProgress(props: CountedProgressProps) {
  const { done, total, unit, settled = done, notes, label, isUnderWay } = props
  const language = useSystem((system) => system.lang)
  return (
    <span className="inline-flex column gap-4 min-width-120 font-13 tabular">
      <span>
        {formatNumber(done, language)} / {formatNumber(total, language)}
        {unit !== undefined && <small className="text-tertiary"> {unitWord(unit, language)}</small>}
        {notes.length > 0 && <small className="text-tertiary"> · {notes.join(' · ')}</small>}
      </span>
      {isUnderWay && <ProgressBar done={settled} total={total} label={label} />}
    </span>
  )
}

export const hasUnitWord = (unit: string): boolean => unit in units

export function unitWord(unit: string, language: Language): string {
  return unit in units ? translator(text, language)(units[unit as keyof typeof units]) : unit
}

/** Progress in text: `3 / 60 epochs`. A program's own unit is shown as written. */
export function ProgressText({ progress: { done, total, unit } }: { progress: Progress }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <>
      {formatNumber(done, language)} / {formatNumber(total, language)}{' '}
      <small>{unit in units ? t(units[unit as keyof typeof units]) : unit}</small>
    </>
  )
}
