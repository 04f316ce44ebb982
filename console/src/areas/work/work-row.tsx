import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { type Language, say } from '@vermilion/contract/kernel/text'
import type { Work } from '@vermilion/contract/kernel/work'
import { Link } from '@tanstack/react-router'
import { formatDuration, formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText, type Translate } from '#lib/i18n.ts'
import { timeLeft } from '#lib/progress-speed.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { Ago } from '#ui/moment.tsx'
import { hasUnitWord, ProgressBar, unitWord } from '#ui/feedback/progress.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { isActive, isEnded, usePace } from './live-work.ts'
import { workEndpoints } from '@vermilion/contract/work'
import { call } from '#lib/api.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { text } from './text.ts'
import { linkOf } from './work-link.ts'
import styles from './work.module.css'

const tones: Readonly<Record<Work['status'], Tone>> = {
  waiting: 'neutral',
  running: 'active',
  paused: 'neutral',
  interrupted: 'warning',
  success: 'good',
  failed: 'bad',
  stopped: 'neutral',
}

export function WorkRow({ work, onVisit }: { work: Work; onVisit?: (() => void) | undefined }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { kind, name, status, reason, endedAt, stoppable } = work
  const hasEnded = isEnded(work)
  const saidReason = reason === null ? '' : say(reason, language)
  const details = [name === '' ? '' : t(kind), amountOf(work, language)].filter(Boolean).join(' · ')
  const note = status === 'interrupted' ? t('interruptedWords') : status === 'success' ? '' : saidReason
  return (
    <li
      className={`${styles['work']} grid columns-1-auto gap-4-12 align-center padding-8-0`}
      data-status={status}
      data-over={status === 'success' || status === 'stopped' || undefined}
    >
      <span className={`${styles['name']} stack align-flex-start min-width-0`}>
        <Lead work={work} name={name === '' ? t(kind) : visibleName(name)} onVisit={onVisit} />
        {details !== '' && <small className="hint rigid">{details}</small>}
      </span>
      <span className={`${styles['state']} row gap-8 min-height-24 font-13`}>
        <Status tone={tones[status]}>{t(isFinishing(work) ? 'finishing' : status)}</Status>
        {hasEnded && (
          <small className="hint rigid text-right">
            <Ago time={endedAt} />
          </small>
        )}
        {stoppable && (
          <button
            type="button"
            className="plain-button inline-row hint justify-center width-24 height-24 radius-6 hover-ground-secondary hover-text-ink"
            onClick={() => {
              onVisit?.()
              askToStop(work, t)
            }}
            aria-label={t('stopWork', { name })}
            title={t('stop')}
          >
            <CloseOutlined aria-hidden />
          </button>
        )}
      </span>
      {!hasEnded && work.progress !== null && <Progress work={work} progress={work.progress} />}
      {!hasEnded && work.progress === null && status === 'running' && <ProgressBar done={0} total={0} label={name} />}
      {note !== '' && <p className={`${styles['note']} note all-columns break-anywhere`}>{note}</p>}
    </li>
  )
}

/** The number of images or bytes of successful work; empty when unknown. */
function amountOf({ status, progress }: Work, language: Language): string {
  if (status !== 'success' || progress === null || progress.total === 0 || progress.done < progress.total) return ''
  const { total, unit } = progress
  if (unit === 'bytes') return formatSize(total)
  return hasUnitWord(unit) ? `${formatNumber(total, language)} ${unitWord(unit, language)}` : ''
}

function isFinishing({ status, progress }: Work): boolean {
  return status === 'running' && progress !== null && progress.total > 0 && progress.done >= progress.total
}

function Progress({ work, progress }: { work: Work; progress: NonNullable<Work['progress']> }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const pace = usePace(work.id)
  const { total, unit } = progress
  const done = Math.max(progress.done, pace?.max ?? 0)
  const isSize = unit === 'bytes'
  const amount = (value: number) => (isSize ? formatSize(value) : formatNumber(value, language))
  const word = isSize ? '' : unitWord(unit, language)
  const left = pace === undefined ? null : timeLeft(pace, total)
  const speed = pace?.speed ?? null
  const digits = speed !== null && speed < 10 ? 1 : 0
  const speedWords = speed === null ? unknownValue : isSize ? formatSize(speed) : formatNumber(speed, language, digits)
  return (
    <>
      <span className="all-columns">
        <ProgressBar done={done} total={isFinishing(work) ? 0 : total} label={work.name} />
      </span>
      <span className="note all-columns flex wrap gap-0-14 tabular">
        <span className="grow">
          {total > 0 ? t('bytes', { done: amount(done), total: amount(total) }) : amount(done)} {word}
        </span>
        {isActive(work) && work.status === 'running' && !isFinishing(work) && (
          <>
            <span>{t('speed', { speed: speedWords })}</span>
            {total > 0 && (
              <span>{t('left', { time: left === null ? unknownValue : formatDuration(rounded(left)) })}</span>
            )}
          </>
        )}
      </span>
    </>
  )
}

function rounded(milliseconds: number): number {
  const step = milliseconds > 3_600_000 ? 60_000 : milliseconds > 60_000 ? 5_000 : 1_000
  return Math.max(1_000, Math.round(milliseconds / step) * step)
}

interface LeadProps {
  work: Work
  onVisit?: (() => void) | undefined
  name: string
}

function Lead({ work: { leadsTo }, name, onVisit }: LeadProps) {
  if (leadsTo === null) return <span title={name}>{name}</span>
  return (
    <Link title={name} {...linkOf(leadsTo)} {...(onVisit === undefined ? {} : { onClick: onVisit })}>
      {name}
    </Link>
  )
}

const bodies = {
  upload: 'stopUpload',
  sample: 'stopSample',
  training: 'stopTask',
  'fine-tuning': 'stopTask',
  'cloud-inference': 'stopTask',
  'board-inference': 'stopTask',
} as const

function askToStop(work: Work, t: Translate<typeof text.en>): void {
  const body = work.kind in bodies ? bodies[work.kind as keyof typeof bodies] : 'stopOther'
  confirm({
    title: t('stopTitle', { name: work.name }),
    body: t(body),
    action: t('stop'),
    decline: t('goOn'),
    danger: true,
    run: () => call(workEndpoints.stopWork, { params: { workId: work.id } }, { timeout: 60_000 }),
  })
}
