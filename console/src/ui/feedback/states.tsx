import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { unauthenticatedCode } from '@vermilion/contract/kernel/envelope'
import Button from 'antd/es/button'
import type { CSSProperties, ReactNode } from 'react'
import { ApiError } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { Bird } from './bird.tsx'
import { notify } from './notify.tsx'
import { problemWords } from './problem.ts'
import styles from './states.module.css'
import { text } from '../text.ts'

interface StateProps {
  title: string
  text?: ReactNode
  children?: ReactNode
  picture?: ReactNode
  fullPage?: boolean
}

export function State({ title, text: message, children, picture, fullPage = false }: StateProps) {
  const Heading = fullPage ? 'h1' : 'h2'
  return (
    <div className={`${styles['state']} row column justify-center gap-6 text-center`}>
      <div className={`${styles['picture']} margin-bottom-10`}>
        {picture ?? <Bird size={56} colour="var(--ant-color-text-quaternary)" />}
      </div>
      <Heading className="title">{title}</Heading>
      {message !== undefined && <p className={`${styles['words']} text-secondary`}>{message}</p>}
      {children !== undefined && <div className="wrapping-row gap-8-14 justify-center margin-top-14">{children}</div>}
    </div>
  )
}

function kindOf(problem: unknown): 'offline' | 'expired' | 'failed' {
  if (!(problem instanceof ApiError)) return 'failed'
  if (problem.error === 'network') return 'offline'
  return problem.code === unauthenticatedCode ? 'expired' : 'failed'
}

interface ProblemStateProps {
  problem: unknown
  onRetry?: (() => void) | undefined
  /** The failed action: "Failed to get the data space list". */
  failure?: string | undefined
}

export function ProblemState({ problem, onRetry, failure }: ProblemStateProps) {
  const t = useText(text)
  const kind = kindOf(problem)
  return (
    <div className={`${styles['state']} row column justify-center gap-6 text-center`} role="alert">
      <h2 className="title">{kind === 'failed' ? (failure ?? t('failed')) : t(`${kind}Title`)}</h2>
      <p className={`${styles['words']} text-secondary`}>
        {kind === 'failed' ? problemWords(problem) : t(`${kind}Words`)}
      </p>
      {kind === 'failed' && <RequestId problem={problem} />}
      {onRetry !== undefined && kind !== 'expired' && (
        <div className="wrapping-row gap-8-14 justify-center margin-top-14">
          <Button onClick={onRetry}>{t('retry')}</Button>
        </div>
      )}
    </div>
  )
}

interface QueryStateProps {
  query: { error: unknown; refetch: () => unknown }
  /** The height of the data that is to come. */
  height: number
  failure?: string
}

/** Stands in place of a query's data: a skeleton while it loads, or why it failed. */
export function QueryState({ query: { error, refetch }, height, failure }: QueryStateProps) {
  if (error === null) return <Bone height={height} />
  return <ProblemState problem={error} failure={failure} onRetry={() => void refetch()} />
}

function RequestId({ problem }: { problem: unknown }) {
  const t = useText(text)
  const id = problem instanceof ApiError ? problem.requestId : ''
  if (id === '') return null
  const copy = () => void navigator.clipboard?.writeText(id).then(() => notify.success(t('requestCopied')))
  return (
    <p className={`${styles['request']} hint code-font`}>
      <span>{t('requestId', { id })}</span>
      <button
        className="quiet-button padding-2-6 radius-4"
        type="button"
        onClick={copy}
        aria-label={t('copyRequest')}
        title={t('copyRequest')}
      >
        <CopyOutlined aria-hidden />
      </button>
    </p>
  )
}

export function PartialStrip({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const t = useText(text)
  return (
    <div
      className={`${styles['strip']} wrapping-row rigid justify-between margin-bottom-12 padding-6-12 border-warning radius-8`}
      role="alert"
    >
      <span>
        {t('partial')} {problemWords(problem)}
      </span>
      <Button size="small" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

export function isMissing(problem: unknown): boolean {
  return problem instanceof ApiError && problem.error.endsWith('.not-found')
}

export function MissingState({ problem, children }: { problem: unknown; children: ReactNode }) {
  const t = useText(text)
  return (
    <State fullPage title={problemWords(problem)} text={t('missingWords')}>
      {children}
    </State>
  )
}

export function PageSpinner() {
  const t = useText(text)
  return (
    <output className="row full justify-center" style={{ minHeight: 320 }} aria-label={t('loading')}>
      <span className={`${styles['ring']} width-56 round`} />
    </output>
  )
}

export function Bone({
  width = '100%',
  height = 14,
  style,
}: {
  width?: number | string
  height?: number | string
  style?: CSSProperties
}) {
  return (
    <span
      className={`${styles['bone']} block radius-6 ground-secondary`}
      style={{ width, height, ...style }}
      aria-hidden
    />
  )
}
