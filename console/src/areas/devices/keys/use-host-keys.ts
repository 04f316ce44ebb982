import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import type { HostKey } from '@vermilion/contract/devices/access'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { refresh } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'

export type KeyState =
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

export function useHostKeys(devices: readonly Device[]) {
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
