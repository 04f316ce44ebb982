import type { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Call, Connection } from './connection.ts'

/** What the client is about to send. */
export interface SentRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers: Record<string, string>
}

interface Presigner {
  presign(request: SentRequest, options: { expiresIn: number; signingDate: Date }): Promise<SentRequest>
}

export function addressOf({ protocol, hostname, port, path, query = {} }: SentRequest): string {
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value ?? ''))}`)
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}?${search.join('&')}`
}

/**
 * The address of one request, good for some seconds, and for a body of one size where it is named. The signer of the client, which
 * knows its keys and the clock of the service, signs the request, which is taken out of the client before it is sent.
 */
export function presign(
  call: Call,
  build: (library: Connection['library']) => object,
  expiresIn: number,
  size?: number,
): Promise<string> {
  return call('presign', async ({ client, library }) => {
    const command = build(library) as GetObjectCommand
    let address = ''
    command.middlewareStack.add(
      () => async (args: object) => {
        const { request } = args as { request: SentRequest }
        const { host } = new URL(addressOf(request))
        // Whoever sends the request may say of what type it is.
        delete request.headers['content-type']
        Object.assign(request.headers, { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' })
        if (size !== undefined) request.headers['content-length'] = String(size)
        const signer = (await client.config.signer()) as unknown as Presigner
        const signingDate = new Date(Date.now() + client.config.systemClockOffset)
        address = addressOf(await signer.presign(request, { expiresIn, signingDate }))
        return { response: {}, output: { $metadata: {} } }
      },
      { step: 'build', priority: 'high' },
    )
    await client.send(command)
    return address
  })
}
