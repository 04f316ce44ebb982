import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ClientConfig } from 'pg'

export interface PostgresAddress extends ClientConfig {
  /** Connections at the most, at least four. */
  readonly maxConnections: number
}

type Variables = Readonly<Record<string, string | undefined>>

const readable = z
  .string()
  .transform((file, context) => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      context.addIssue({ code: 'custom', message: `cannot read ${file}` })
      return z.NEVER
    }
  })
  .optional()

const parameters = z.strictObject({
  host: z.string().optional(),
  user: z.string().optional(),
  sslmode: z
    .enum(['disable', 'require', 'verify-ca', 'verify-full'], 'sslmode is verify-full, verify-ca, require or disable')
    .optional(),
  sslrootcert: readable,
  sslcert: readable,
  sslkey: readable,
})

const form = 'needs postgres://user@host:5432/database'
const connections = z.coerce.number().int().min(6).max(200)

/**
 * Reads `postgres://user@host/database?sslmode=verify-full&sslrootcert=FILE`. The password is in the address, in
 * `VERMILION_DATABASE_PASSWORD`, or, as with every client of PostgreSQL, in `PGPASSWORD` or the file of `PGPASSFILE`.
 */
export function readDatabase(present: Variables): { match?: PostgresAddress; problems: string[] } {
  const text = present['VERMILION_DATABASE_URL']
  if (text === undefined) return { problems: [] }
  const address = URL.parse(text)
  const database = decodeURIComponent(address?.pathname.slice(1) ?? '')
  if (address === null || !/^postgres(?:ql)?:$/.test(address.protocol) || !/^[^/]+$/.test(database))
    return { problems: [`VERMILION_DATABASE_URL: ${form}`] }
  const options = parameters.safeParse(Object.fromEntries(address.searchParams))
  const most = connections.safeParse(present['VERMILION_DATABASE_CONNECTIONS'] ?? 16)
  const { sslmode, sslrootcert: ca, sslcert: cert, sslkey: key, ...named } = options.data ?? {}
  const host = named.host ?? decodeURIComponent(address.hostname)
  const problems = [
    ...(options.error?.issues ?? []).map(({ message }) => `VERMILION_DATABASE_URL: ${message}`),
    ...(most.success ? [] : ['VERMILION_DATABASE_CONNECTIONS: needs a number from 6 to 200']),
  ]
  if (options.success && sslmode === undefined && !isHere(host))
    problems.push('VERMILION_DATABASE_URL: say how the connection is secured: sslmode=verify-full, require or disable')
  if (problems.length > 0 || !most.success) return { problems }
  const secret = present['VERMILION_DATABASE_PASSWORD'] ?? decodeURIComponent(address.password)
  return {
    match: {
      host,
      port: address.port === '' ? 5432 : Number(address.port),
      database,
      user: named.user ?? (decodeURIComponent(address.username) || undefined),
      ...(secret === '' ? {} : { password: secret }),
      ssl: sslmode === undefined || sslmode === 'disable' ? false : { ca, cert, key, ...strictnessOf(sslmode) },
      maxConnections: most.data,
    },
    problems,
  }
}

/** True for a socket of this machine, or an address of it. */
const isHere = (host: string) => host === '' || host.startsWith('/') || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host)

function strictnessOf(mode: 'require' | 'verify-ca' | 'verify-full') {
  if (mode === 'require') return { rejectUnauthorized: false }
  return mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}
}
