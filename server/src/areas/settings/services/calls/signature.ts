import { createHash, createHmac } from 'node:crypto'

export interface SignedRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface Credentials {
  readonly accessKeyId: string
  readonly secretKey: string
  readonly region: string
}

const algorithm = 'AWS4-HMAC-SHA256'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export function sign(request: SignedRequest, credentials: Credentials, now: Date): Record<string, string> {
  const { method, url, headers: further = {}, body = '' } = request
  const { accessKeyId, secretKey, region } = credentials
  const { host, pathname, searchParams } = new URL(url)
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const contentHash = sha256(body)
  const headers: Record<string, string> = { ...further, host, 'x-amz-content-sha256': contentHash, 'x-amz-date': time }
  const names = Object.keys(headers).toSorted()
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted()
  const canonical = [
    method,
    pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    contentHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = [algorithm, time, scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secretKey}`, day), region))
  const signature = hmac(key, toSign).toString('hex')
  const { host: _, ...sent } = headers
  const authorization = `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...sent, authorization }
}

/** Percent-encodes all but letters, digits and `-._~`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
