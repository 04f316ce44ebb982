import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import Drawer from 'antd/es/drawer'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Time } from '#ui/moment.tsx'
import styles from '../rollouts.module.css'
import { text } from '../text.ts'

interface LogDrawerProps {
  rolloutId: string
  deviceId: string
  onClose: () => void
}

export function LogDrawer({ rolloutId, deviceId, onClose }: LogDrawerProps) {
  const t = useText(text)
  useFocusBack()
  const log = useQuery(read(rolloutEndpoints.rolloutLog, { params: { rolloutId, deviceId } }))
  return (
    <Drawer open title={t('log')} size={680} onClose={onClose}>
      {log.error !== null && (
        <ProblemState problem={log.error} failure={t('logFailed')} onRetry={() => void log.refetch()} />
      )}
      {log.isPending && <Bone height={180} />}
      {log.data?.length === 0 && <State title={t('logEmpty')} />}
      <pre
        className={`${styles['log']} margin-0 white-space-pre-wrap break-anywhere font-13`}
        role="log"
        aria-label={t('log')}
      >
        {log.data?.map(({ at, text: line }, index) => (
          <div key={index}>
            <Time time={at} />
            {line}
          </div>
        ))}
      </pre>
    </Drawer>
  )
}
