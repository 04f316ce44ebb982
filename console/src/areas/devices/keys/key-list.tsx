import type { Device } from '@vermilion/contract/devices'
import Button from 'antd/es/button'
import { useMemo, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { Status } from '#ui/feedback/status.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { HowToCompare } from '../form/host-key-facts.tsx'
import styles from './keys.module.css'
import { keysText } from './text.ts'
import { type KeyState, useHostKeys } from './use-host-keys.ts'

const step = 50

export function KeyList({ devices }: { devices: readonly Device[] }) {
  const t = useText(keysText)
  const [most, setMost] = useState(step)
  const listed = useMemo(() => devices.slice(0, most), [devices, most])
  const keys = useHostKeys(listed)
  const ready = listed.filter((device) => keys.stateOf(device).kind === 'read')
  const more = devices.length - listed.length
  return (
    <div className={`${styles['keys']} stack gap-14`}>
      <HowToCompare algorithm="ssh-ed25519" words={t('compare')} />
      <DataTable label={t('keys')} columns={useKeyColumns(keys)} rows={listed} rowKey={({ id }) => id} empty={null} />
      <div className="flex wrap gap-8">
        {more > 0 && <Button onClick={() => setMost(most + step)}>{t('more', { count: Math.min(more, step) })}</Button>}
        {ready.length > 1 && (
          <Button type="primary" onClick={() => keys.confirm(ready)}>
            {t('confirmAll', { count: ready.length })}
          </Button>
        )}
      </div>
    </div>
  )
}

function useKeyColumns({ stateOf, readAgain, confirm }: ReturnType<typeof useHostKeys>): Column<Device>[] {
  const t = useText(keysText)
  return [
    {
      key: 'name',
      title: t('name'),
      width: 190,
      cell: ({ name, host, port }) => <TwoLines first={name} second={`${host}:${port}`} />,
    },
    { key: 'fingerprint', title: t('fingerprint'), cell: (device) => <Fingerprint state={stateOf(device)} /> },
    {
      key: 'menu',
      title: '',
      width: 130,
      cell: (device) => (
        <KeyAction state={stateOf(device)} onRead={() => readAgain(device)} onConfirm={() => confirm([device])} />
      ),
    },
  ]
}

function Fingerprint({ state }: { state: KeyState }) {
  const t = useText(keysText)
  if (state.kind === 'reading') return <Status tone="active">{t('reading')}</Status>
  if (state.kind === 'unread')
    return <span className="text-error-text font-13 white-space-normal">{state.problem}</span>
  const { algorithm, fingerprint } = state.hostKey
  return (
    <span className="stack font-13 white-space-normal break-anywhere">
      <code title={algorithm}>{fingerprint}</code>
      {state.kind === 'refused' && <span className="text-error-text font-13 white-space-normal">{state.problem}</span>}
    </span>
  )
}

interface KeyActionProps {
  state: KeyState
  onRead: () => void
  onConfirm: () => void
}

function KeyAction({ state, onRead, onConfirm }: KeyActionProps) {
  const t = useText(keysText)
  if (state.kind === 'reading') return null
  if (state.kind === 'confirmed') return <Status tone="good">{t('confirmed')}</Status>
  if (state.kind === 'unread') {
    return (
      <Button size="small" onClick={onRead}>
        {t('retry')}
      </Button>
    )
  }
  return (
    <Button size="small" loading={state.kind === 'confirming'} onClick={onConfirm}>
      {t('confirm')}
    </Button>
  )
}
