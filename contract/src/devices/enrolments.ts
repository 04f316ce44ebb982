import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, name, tags, time } from '../kernel/fields.ts'
import { fingerprint, port, userName } from './access.ts'
import { deviceKinds } from './kinds.ts'

export const enrolmentMinutes = 10

/** Path below the base path; called by the device with the enrollment's token. */
export const enrolmentPath = '/enrolment'

/** Port a device requests to forward; it only names the device's own SSH server, nothing listens there. */
export const tunnelPort = 22

export const enrolment = z.object({
  id,
  name,
  kind: z.enum(deviceKinds),
  group: z.string(),
  tags,
  creator: z.string(),
  createdAt: time,
  expiresAt: time,
  deviceId: id.nullable(),
})
export type Enrolment = z.output<typeof enrolment>

export const enrolmentCreate = z.object({
  name,
  kind: z.enum(deviceKinds).default('board'),
  group: z.string().trim().max(100).default(''),
  tags: tags.default([]),
})

const publicKey = z
  .string()
  .regex(/^(?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521)) [A-Za-z0-9+/]{40,1400}={0,2}$/)

export const enrolmentReport = z.object({
  username: userName,
  hostName: z.string().regex(/^[\w.-]{0,253}$/),
  sshPort: port,
  hostKey: publicKey,
  tunnelKey: publicKey,
})
export type EnrolmentReport = z.output<typeof enrolmentReport>

export const enrolmentEndpoints = {
  tunnelEndpoint: endpoint('GET', '/device-enrolments/endpoint', {
    summary: {
      en: 'Where devices behind NAT open their tunnels, where that is set up',
      zh: '位于 NAT 之后的设备建立隧道的地址（如已配置）',
    },
    answer: z.object({
      enabled: z.boolean(),
      port: port.nullable(),
      fingerprint: fingerprint.nullable(),
    }),
  }),
  createEnrolment: endpoint('POST', '/device-enrolments', {
    summary: {
      en: 'Prepare for a device that adds itself: answers the command to be run there once, within ten minutes',
      zh: '准备由设备自行加入：返回需在设备上于十分钟内执行一次的命令',
    },
    body: enrolmentCreate,
    answer: z.object({
      enrolment,
      /** Commands for devices with curl or wget. They contain the token, which is not shown again. */
      commands: z.object({ curl: z.string(), wget: z.string() }),
    }),
    errors: ['device.name-taken', 'enrolment.disabled', 'enrolment.address-unusable'],
  }),
  getEnrolment: endpoint('GET', '/device-enrolments/:enrolmentId', {
    summary: { en: 'Whether a device has enrolled', zh: '查询设备是否已加入' },
    answer: enrolment,
    errors: ['enrolment.not-found'],
  }),
  cancelEnrolment: endpoint('DELETE', '/device-enrolments/:enrolmentId', {
    summary: { en: 'Make an enrollment useless that was not used yet', zh: '作废尚未使用的加入命令' },
    answer: z.object({}),
    errors: ['enrolment.not-found'],
  }),
} as const
