import { deviceUploadEndpoints } from '@vermilion/contract/devices/file-uploads'
import type { DeviceUpload } from '@vermilion/contract/devices/file-uploads'
import { fillPath } from '@vermilion/contract/kernel/endpoint'
import type { TestServer } from '../../../testing/start-server.ts'

const { uploadDeviceFile, uploadDevicePack } = deviceUploadEndpoints

export async function sendToDevice(
  server: Pick<TestServer, 'fetch'>,
  deviceId: string,
  order: DeviceUpload & { offset: number; checksum?: string },
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): Promise<unknown> {
  const query = new URLSearchParams(
    Object.entries(order).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = await server.fetch(`${fillPath(uploadDeviceFile.path, { deviceId })}?${query}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
    ...(bytes instanceof ReadableStream && { duplex: 'half' }),
  })
  return response.json()
}

export async function packToDevice(
  server: Pick<TestServer, 'fetch'>,
  deviceId: string,
  files: readonly { path: string; modifiedAt: number; content: Uint8Array }[],
): Promise<unknown> {
  const list = Buffer.from(
    JSON.stringify(files.map(({ path, modifiedAt, content }) => ({ path, modifiedAt, size: content.length }))),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32BE(list.length)
  const response = await server.fetch(fillPath(uploadDevicePack.path, { deviceId }), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.concat([length, list, ...files.map(({ content }) => content)]),
  })
  return response.json()
}
