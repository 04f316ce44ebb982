import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type DeviceFile, deviceFileEndpoints, type DeviceTreeEntry } from '@vermilion/contract/devices/files'
import { deviceUploadEndpoints } from '@vermilion/contract/devices/file-uploads'
import type { DeviceUpload, DeviceUploadState } from '@vermilion/contract/devices/file-uploads'
import { basePath, type Endpoint, type EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { type Envelope, successCode } from '@vermilion/contract/kernel/envelope'
import { requestOf } from '@vermilion/contract/kernel/request'
import type { Text } from '@vermilion/contract/kernel/text'
import { type Call, Refused } from '../../api-client.ts'
import { openResponse } from './http.ts'

interface RemoteNeeds {
  readonly call: Call
  readonly server: { url: string; token: string }
  readonly deviceId: string
}

/** Most retries while a server, connection or device is away. */
const maxTries = 30
const awayReasons = new Set(['device.offline', 'device-file.offset-wrong', 'device-file.failed'])

export type Remote = ReturnType<typeof createRemote>

export function createRemote({ call, server: { url, token }, deviceId }: RemoteNeeds) {
  const params = { deviceId }

  function send<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    more: { body?: Readable | Uint8Array; headers?: Record<string, string> } = {},
  ) {
    const { path, method, headers, body } = requestOf(endpoint, input)
    const own = { authorization: `Bearer ${token}`, language: 'en-us' }
    const order = { method, body: more.body ?? body, headers: { ...headers, ...more.headers, ...own } }
    return openResponse(`${url}${basePath}${path}`, order)
  }
  async function open<Data>(response: Promise<Readable>): Promise<Data> {
    const envelope = JSON.parse(await text(await response)) as Envelope<Data>
    if (envelope.code !== successCode) throw new Refused(envelope.message, undefined)
    return envelope.data
  }
  const asBytes = (body: Readable | Uint8Array) => ({ body, headers: { 'content-type': 'application/octet-stream' } })

  return {
    async find(path: string): Promise<DeviceFile | undefined> {
      try {
        return await call(deviceFileEndpoints.getDeviceFile, { params, query: { path } })
      } catch (error) {
        if (error instanceof Refused && error.reason === 'device-file.not-found') return undefined
        throw error
      }
    },
    makeFolder: (path: string) =>
      call(deviceFileEndpoints.createDeviceFolder, { params, body: { path, mayExist: true } }),
    uploadState: (order: DeviceUpload) => call(deviceUploadEndpoints.getDeviceUpload, { params, body: order }),
    sendPart: (query: DeviceUpload & { offset: number; checksum?: string }, bytes: Readable | Uint8Array) =>
      open<DeviceUploadState>(send(deviceUploadEndpoints.uploadDeviceFile, { params, query }, asBytes(bytes))),
    sendPack: (bytes: Uint8Array) =>
      open<(Text | null)[]>(send(deviceUploadEndpoints.uploadDevicePack, { params }, asBytes(bytes))),
    async *tree(path: string): AsyncGenerator<DeviceTreeEntry> {
      const response = await send(deviceFileEndpoints.deviceFileTree, { params, query: { path } })
      for await (const line of createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY }))
        if (line !== '') yield JSON.parse(line) as DeviceTreeEntry
    },
    async content(path: string, offset: number): Promise<Readable> {
      const query = { path, download: 'true' } as const
      const headers = offset === 0 ? {} : { range: `bytes=${offset}-` }
      return send(deviceFileEndpoints.deviceFileContent, { params, query }, { headers })
    },
    async pack(paths: readonly string[]): Promise<Readable> {
      return send(deviceFileEndpoints.packDeviceFiles, { params, body: { paths: [...paths] } })
    },
  }
}

export async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxTries || !isPassing(error)) throw error
      await wait(Math.min(250 * 2 ** attempt, 10_000))
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof Refused)
    return awayReasons.has(error.reason ?? '') || error.reason?.startsWith('http-5') === true
  // Errors of requests without a response or with a truncated one.
  return (
    error instanceof TypeError ||
    (error instanceof Error && 'code' in error && /^(?:UND_|ECONN|EPIPE|ERR_STREAM|HPE_)/.test(String(error.code)))
  )
}

export async function eachOf<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

interface PackLimits {
  readonly files: number
  readonly bytes: number
}

export function packsOf<File extends { readonly size: number }>(files: readonly File[], most: PackLimits): File[][] {
  const packs: File[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const file of files) {
    const last = packs.at(-1)
    if (last === undefined || bytes + file.size > most.bytes || last.length === most.files) {
      packs.push([file])
      bytes = file.size
    } else {
      last.push(file)
      bytes += file.size
    }
  }
  return packs
}
