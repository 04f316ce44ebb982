import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import Button from 'antd/es/button'
import { useMemo, useState, useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { Status } from '#ui/feedback/status.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { HowToCompare } from '../form/host-key-facts.tsx'
import styles from './keys.module.css'
import { keysText } from './text.ts'
import type { HostKey } from '@vermilion/contract/devices/access'
import { call } from '#lib/api.ts'
import { refresh } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'

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
      <HowToCompare algorithm="ssh-ed25519" text={t('compare')} />
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

type KeyState =
  | { kind: 'reading' }
  | { kind: 'read'; hostKey: HostKey }
  | { kind: 'unread'; problem: string }
  | { kind: 'confirming'; hostKey: HostKey }
  | { kind: 'confirmed'; hostKey: HostKey }
  | { kind: 'refused'; hostKey: HostKey; problem: string }

const atOnce = 4

async function eachOf<Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
  const waiting = [...rows]
  const worker = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await work(row)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

function useHostKeys(devices: readonly Device[]) {
  const [states, setStates] = useState<ReadonlyMap<string, KeyState>>(new Map())
  const started = useRef(new Set<string>())
  const set = (id: string, state: KeyState) => setStates((now) => new Map(now).set(id, state))

  async function readKey({ id, host, port, jumpDeviceId }: Device): Promise<void> {
    set(id, { kind: 'reading' })
    try {
      const hostKey = await call(deviceEndpoints.scanHostKey, { body: { host, port, jumpDeviceId } })
      set(id, { kind: 'read', hostKey })
    } catch (problem) {
      set(id, { kind: 'unread', problem: problemWords(problem) })
    }
  }

  async function confirmKey({ id }: Device): Promise<void> {
    const state = states.get(id)
    if (state?.kind !== 'read' && state?.kind !== 'refused') return
    const { hostKey } = state
    set(id, { kind: 'confirming', hostKey })
    try {
      const body = { fingerprint: hostKey.fingerprint }
      await call(deviceEndpoints.confirmHostKey, { params: { deviceId: id }, body })
      set(id, { kind: 'confirmed', hostKey })
    } catch (problem) {
      set(id, { kind: 'refused', hostKey, problem: problemWords(problem) })
    }
  }

  const readKeys = useEffectEvent((fresh: readonly Device[]) => void eachOf(fresh, readKey))
  useEffect(() => {
    const fresh = devices.filter(({ id }) => !started.current.has(id))
    for (const { id } of fresh) started.current.add(id)
    readKeys(fresh)
  }, [devices])

  return {
    stateOf: ({ id }: Device): KeyState => states.get(id) ?? { kind: 'reading' },
    readAgain: (device: Device) => void readKey(device),
    confirm: (some: readonly Device[]) => void eachOf(some, confirmKey).then(() => refresh('/devices')),
  }
}
