import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, text, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'

export const deviceActions = [
  'created',
  'updated',
  'host-key-confirmed',
  'host-key-refused',
  'connected',
  'disconnected',
  'probed',
  'enrolled',
  'terminal-opened',
  'terminal-closed',
  'command-run',
  'file-uploaded',
  'file-downloaded',
  'file-changed',
  'files-collected',
  'update-installed',
  'update-failed',
  'update-rolled-back',
  'model-deployed',
  'inference-run',
  'deleted',
] as const
export type DeviceAction = (typeof deviceActions)[number]

/** A log entry of a device, deleted with it; only the deletion itself is kept forever. */
export const deviceRecord = z.object({
  id,
  at: time,
  action: z.enum(deviceActions),
  /** Null for actions of the server or the device itself. */
  account: z.string().nullable(),
  /** The object: a command, path or version. Never a secret. */
  detail: z.string().max(2_000),
  reason: text.nullable(),
})
export type DeviceRecord = z.output<typeof deviceRecord>

export const deviceRecordEndpoints = {
  listDeviceRecords: endpoint('GET', '/devices/:deviceId/records', {
    summary: { en: 'What was done on a device, and by whom, newest first', zh: '设备的操作记录及操作人，最新的在前' },
    query: pageQuery.extend({ action: z.enum(deviceActions).optional() }),
    answer: pageOf(deviceRecord),
    errors: ['device.not-found'],
  }),
  listDeviceDeletions: endpoint('GET', '/device-deletions', {
    summary: {
      en: 'Devices that were deleted, by whom and when, newest first',
      zh: '已删除的设备、操作人及时间，最新的在前',
    },
    query: pageQuery.extend({ search: z.string().max(200).optional() }),
    answer: pageOf(deviceRecord),
  }),
} as const
