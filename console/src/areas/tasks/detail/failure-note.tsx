import type { Task } from '@vermilion/contract/tasks'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import styles from '../tasks.module.css'
import { detailText } from './text.ts'

interface FailureNoteProps {
  failure: NonNullable<Task['failure']>
  onLog: () => void
}

export function FailureNote({ failure: { likelyCause, lastLines }, onLog }: FailureNoteProps) {
  const details = useText(detailText)
  return (
    <section
      className={`${styles['failure']} margin-bottom-16 padding-14-16 border-error radius-10`}
      aria-label={details('whyFailed')}
    >
      <header className="flex gap-16 align-flex-start justify-between">
        <div>
          <strong>{details('whyFailed')}</strong>
          <p>{likelyCause}</p>
        </div>
        <Button size="small" onClick={onLog}>
          {details('toLog')}
        </Button>
      </header>
      {lastLines.length > 0 && (
        <>
          <h3 className="note weight-400" style={{ margin: '10px 0 4px' }}>
            {details('lastLines')}
          </h3>
          <pre className="max-height-220 margin-0 font-13 line-height-1_6 white-space-pre-wrap scroll break-anywhere">
            {lastLines.join('\n')}
          </pre>
        </>
      )}
    </section>
  )
}
