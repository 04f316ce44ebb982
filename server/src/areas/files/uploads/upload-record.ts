import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import type { Audit } from '#platform/audit/audit'
import { callerOf } from '#platform/http/audited'
import type { FastifyRequest } from 'fastify'

type Metadata = Readonly<Record<string, string | null>>
type Sender = Omit<ReturnType<typeof callerOf>, 'account'>

const unknownSender: Sender = { credential: null, tokenName: null, address: '', requestId: '' }

/** The sender of an upload, stored with its bytes: it may be completed within another request or at the next start. */
export function describeSender(request: FastifyRequest | undefined): Metadata {
  if (request === undefined) return { owner: null, sender: null }
  const { account, ...sender } = callerOf(request)
  return { owner: account, sender: JSON.stringify(sender) }
}

export function createUploadRecord(audit: Pick<Audit, 'record'>, endpoint: Pick<Endpoint, 'method' | 'path'>) {
  return (metadata: Metadata | undefined, params: Readonly<Record<string, string>>, error: string | null = null) =>
    audit.record({ account: metadata?.['owner'] ?? null, ...senderOf(metadata), endpoint, params, error })
}

export type UploadRecord = ReturnType<typeof createUploadRecord>

/** Uploads of older versions store only their owner. */
const senderOf = (metadata: Metadata | undefined): Sender =>
  typeof metadata?.['sender'] === 'string' ? (JSON.parse(metadata['sender']) as Sender) : unknownSender
