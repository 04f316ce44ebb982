import type { Task } from '@vermilion/contract/tasks'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import styles from '../tasks.module.css'
import { detailText } from './text.ts'

interface FailureNoteProps {
  failure: NonNullable<Task['failure']>
  onLog: () => void
}

/** The likely cause of a failure, and the last lines of the log. */
export function FailureNote({ failure: { likelyCause, lastLines }, onLog }: FailureNoteProps) {
  const details = useText(detailText)
  return (
    <section className={styles['failure']} aria-label={details('whyFailed')}>
      <header>
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
          <h3>{details('lastLines')}</h3>
          <pre>{lastLines.join('\n')}</pre>
        </>
      )}
    </section>
  )
}
