import { artifactEndpoints, artifactUploadPath } from '@vermilion/contract/rollouts/artifacts'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { Client } from '../../../testing/client.ts'

type Caller = Pick<Client, 'fetch' | 'call'>
const protocol = { 'tus-resumable': '1.0.0' }

export async function uploadFile(
  server: Caller,
  content: Buffer<ArrayBuffer>,
  { fileName, ...metadata }: { fileName: string; name?: string; version?: string; checksum?: string },
): Promise<Response> {
  const encoded = Object.entries({ fileName, ...metadata }).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  )
  const started = await server.fetch(artifactUploadPath, {
    method: 'POST',
    headers: { ...protocol, 'upload-length': String(content.length), 'upload-metadata': encoded.join(',') },
  })
  if (started.status !== 201) return started
  const address = `/${started.headers.get('location') ?? ''}`
  const half = Math.floor(content.length / 2)
  let response = started
  for (const [start, end] of [
    [0, half],
    [half, content.length],
  ] as const)
    response = await server.fetch(address, {
      method: 'PATCH',
      headers: {
        ...protocol,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(start),
        language: 'en-us',
      },
      body: content.subarray(start, end),
    })
  return response
}

export async function addArtifact(
  server: Caller,
  content: Buffer<ArrayBuffer>,
  metadata: { fileName?: string; name?: string; version?: string } = {},
): Promise<Artifact> {
  const response = await uploadFile(server, content, { fileName: 'update.bin', ...metadata })
  const result = response.headers.get('upload-result')
  if (result === null) throw new Error(`${response.status} ${await response.text()}`)
  const { artifactId } = JSON.parse(decodeURIComponent(result)) as { artifactId: string }
  return server.call(artifactEndpoints.getArtifact, { params: { artifactId } })
}
