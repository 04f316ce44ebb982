import { uploadPath } from '@vermilion/contract/files'
import type { UploadMetadata } from '@vermilion/contract/files'
import type { TestServer } from './start-server.ts'

type Server = Pick<TestServer, 'fetch'>
type Target = Pick<UploadMetadata, 'spaceId' | 'path'> & Partial<UploadMetadata>

const protocol = { 'tus-resumable': '1.0.0' }

export function beginUpload(server: Server, target: Target, size: number, headers: Record<string, string> = {}) {
  const metadata = Object.entries(target).map(
    ([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`,
  )
  return server.fetch(uploadPath, {
    method: 'POST',
    headers: { ...protocol, 'upload-length': String(size), 'upload-metadata': metadata.join(','), ...headers },
  })
}

export function uploadAddress(response: Response): string {
  return `/${response.headers.get('location') ?? ''}`
}

export function sendBytes(
  server: Server,
  address: string,
  offset: number,
  bytes: NonNullable<RequestInit['body']>,
  { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) {
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
  return server.fetch(address, { ...init, method: 'PATCH', headers: { ...protocol, ...type, ...headers }, body: bytes })
}

export async function receivedBytes(server: Server, address: string): Promise<number> {
  const response = await server.fetch(address, { method: 'HEAD', headers: protocol })
  if (!response.ok) throw new Error(`HEAD of an upload was answered ${response.status}`)
  return Number(response.headers.get('upload-offset'))
}

export async function upload(
  server: Server,
  target: Target,
  content: Uint8Array<ArrayBuffer>,
  chunk = 8 * 1024 * 1024,
) {
  const started = await beginUpload(server, target, content.length)
  if (started.status !== 201) throw new Error(`${started.status} ${await started.text()}`)
  for (let offset = 0; offset < content.length; offset += chunk) {
    const part = content.subarray(offset, offset + chunk)
    const sent = await sendBytes(server, uploadAddress(started), offset, part)
    if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`)
  }
}
