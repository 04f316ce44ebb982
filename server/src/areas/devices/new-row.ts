import type { AuthenticationMethod } from '@vermilion/contract/devices/access'
import { flag, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { DeviceRow } from './store.ts'

type NewDevice = Pick<
  DeviceRow,
  'name' | 'kind' | 'host' | 'port' | 'jumpDeviceId' | 'username' | 'group' | 'notes'
> & {
  tags: string[]
}

interface Making {
  credentials: string
  authentication: AuthenticationMethod
  creator: string
  now: string
}

/** A new device has never connected, and its host key is unconfirmed. */
export function newDeviceRow(device: NewDevice, { credentials, authentication, creator, now }: Making): DeviceRow {
  return {
    ...device,
    id: newId(),
    tunnelled: flag(false),
    authentication,
    credentials,
    hostKey: null,
    shownHostKey: null,
    tags: writeJson(device.tags),
    status: 'offline',
    problem: 'host-key-unconfirmed',
    problemDetail: null,
    statusChangedAt: now,
    lastSeenAt: null,
    facts: null,
    factsAt: null,
    reading: null,
    model: '',
    cpu: null,
    gpu: null,
    temperature: null,
    memory: null,
    disk: null,
    creator,
    createdAt: now,
    updatedAt: now,
  }
}
