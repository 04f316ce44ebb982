import { z } from 'zod'
import { id } from '../kernel/fields.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

/** `server-key` is the server's own key pair; `agent` uses keys of the server's SSH agent. */
export const authenticationMethods = ['server-key', 'key', 'password', 'agent'] as const
export type AuthenticationMethod = (typeof authenticationMethods)[number]

/** DNS name, IPv4, or IPv6 without brackets. Never starts with a hyphen, which ssh would read as an option. */
export const hostName = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^(?!-)[\w.:%-]+$/, schemaMessage('needs a host name or an IP address', '请填写主机名或 IP 地址'))
export const port = z.number().int().min(1).max(65_535)
export const userName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^(?!-)[\w.@+-]+\$?$/, schemaMessage('needs the name of an account on the device', '请填写设备上的账号名'))

export const deviceAddress = z.object({
  host: hostName,
  port: port.default(22),
  jumpDeviceId: id.nullable().default(null),
})
export type DeviceAddress = z.output<typeof deviceAddress>

/** Write-only secret. Omitted, it stays unchanged. */
const secret = z.string().min(1).max(32_768).meta({ writeOnly: true })

export const deviceCredentials = z.discriminatedUnion('method', [
  z.object({ method: z.literal('server-key') }),
  z.object({ method: z.literal('agent') }),
  z.object({ method: z.literal('password'), password: secret }),
  /** Private key in OpenSSH, PEM or PuTTY format. */
  z.object({ method: z.literal('key'), privateKey: secret, passphrase: secret.optional() }),
])
export type DeviceCredentials = z.output<typeof deviceCredentials>

/** `SHA256:` and the unpadded base64 of the digest of the key, as ssh-keygen -l prints it. */
export const fingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/)

export const hostKey = z.object({
  algorithm: z.string().max(100),
  fingerprint,
})
export type HostKey = z.output<typeof hostKey>
