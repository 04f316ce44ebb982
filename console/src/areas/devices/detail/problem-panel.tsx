import type { Device, DeviceProblem } from '@vermilion/contract/devices'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { Time } from '#ui/moment.tsx'
import { useConnecting } from '../connect-device.ts'
import { canConnect } from '../device-actions.ts'
import { useDeviceNote } from '../device-note.tsx'
import { problemText } from '../problem-text.ts'
import { text } from '../text.ts'
import styles from './detail.module.css'
import { ChangedKey, UnconfirmedKey } from './host-key-panel.tsx'
import { detailText } from './text.ts'

export function ProblemPanel({ device, onEdit }: { device: Device; onEdit: () => void }) {
  const t = useText(detailText)
  const words = useText(text)
  const problems = useText(problemText)
  const { busy, connect } = useConnecting()
  const note = useDeviceNote()(device)
  const { status, problem, problemDetail, statusChangedAt, lastSeenAt } = device
  if (status === 'online' || problem === null) return null
  const buttons = (
    <>
      {canConnect(device) && (
        <Button loading={busy} onClick={() => connect(device)}>
          {words('connect')}
        </Button>
      )}
      <Button onClick={onEdit}>{t('edit')}</Button>
    </>
  )
  return (
    <section
      className={`${styles['problem']} stack gap-10 margin-bottom-16 border-warning radius-10`}
      aria-label={problems(problem)}
    >
      <h2 className="title">
        {problems(problem)} <Time time={statusChangedAt} />
      </h2>
      <p>{problems(`${problem}-do`)}</p>
      {lastSeenAt !== null && note !== undefined && <p>{note}</p>}
      {problemDetail !== null && problemDetail !== '' && !isOfKey(problem) && (
        <p className="note break-anywhere">
          {t('saidDetail')} <code>{problemDetail}</code>
        </p>
      )}
      {problem === 'host-key-unconfirmed' && <UnconfirmedKey device={device}>{buttons}</UnconfirmedKey>}
      {problem === 'host-key-changed' && <ChangedKey device={device}>{buttons}</ChangedKey>}
      {!isOfKey(problem) && <div className="flex wrap gap-8">{buttons}</div>}
    </section>
  )
}

const isOfKey = (problem: DeviceProblem) => problem === 'host-key-unconfirmed' || problem === 'host-key-changed'
