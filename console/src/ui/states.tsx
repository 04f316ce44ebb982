import Button from 'antd/es/button'
import type { CSSProperties, ReactNode } from 'react'
import { ApiError } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { Bird } from './bird.tsx'
import { problemWords } from './problem.ts'
import styles from './states.module.css'
import { text } from './text.ts'

interface StateProps {
  title: string
  words?: ReactNode
  children?: ReactNode
  picture?: ReactNode
  /** Stands for the whole page, and so gives it its heading. */
  whole?: boolean
}

/** What a page shows instead of its content: empty, not found, arriving later. Children are its buttons. */
export function State({ title, words, children, picture, whole = false }: StateProps) {
  const Heading = whole ? 'h1' : 'h2'
  return (
    <div className={styles['state']}>
      <div className={styles['picture']}>{picture ?? <Bird size={56} colour="var(--ant-color-text-quaternary)" />}</div>
      <Heading className={styles['title']}>{title}</Heading>
      {words !== undefined && <p className={styles['words']}>{words}</p>}
      {children !== undefined && <div className={styles['actions']}>{children}</div>}
    </div>
  )
}

/** A page or part that could not be loaded: what happened, the request to quote, and another try. */
export function ProblemState({ problem, onRetry }: { problem: unknown; onRetry?: () => void }) {
  const t = useText(text)
  const id = problem instanceof ApiError ? problem.requestId : ''
  return (
    <div className={styles['state']} role="alert">
      <h2 className={styles['title']}>{t('failed')}</h2>
      <p className={styles['words']}>{problemWords(problem)}</p>
      {id !== '' && <p className={styles['request']}>{t('requestId', { id })}</p>}
      {onRetry !== undefined && (
        <div className={styles['actions']}>
          <Button onClick={onRetry}>{t('retry')}</Button>
        </div>
      )}
    </div>
  )
}

/** The large spinner, for code that is being loaded. Data shows a skeleton of its own layout instead. */
export function PageSpinner() {
  const t = useText(text)
  return (
    <output className={styles['spinner']} aria-label={t('loading')}>
      <span className={styles['ring']} />
    </output>
  )
}

/** One grey bar of a skeleton. */
export function Bone({
  width = '100%',
  height = 14,
  style,
}: {
  width?: number | string
  height?: number | string
  style?: CSSProperties
}) {
  return <span className={styles['bone']} style={{ width, height, ...style }} aria-hidden />
}
