import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import { sayInBoth } from '@vermilion/contract/kernel/text'
import { maxStoredModelBytes } from '@vermilion/contract/models/model-files'
import { serviceFailures } from '@vermilion/contract/services/failures'
import { askForFile, type FileReply, TestFailed } from '#areas/settings'

/** Consecutive tries without progress before the fetch fails. */
const maxTries = 5
/** Bytes between two checks of free disk space. */
const measuredEvery = 64 * 1024 ** 2

/** Identity of the remote file; later responses must match. */
export interface RemoteFile {
  readonly tag: string | null
  readonly total: number | null
}

interface Transfer {
  readonly address: string
  readonly mayBeInternal: (url: URL) => boolean
  readonly target: string
  readonly signal: AbortSignal
  /** Milliseconds before the first retry, 1,000 unless given; it doubles with each try without progress. */
  readonly patience?: number
  freeSpace(): Promise<number>
  known(): RemoteFile | undefined
  identified(file: RemoteFile): Promise<void>
  advanced(bytes: number): void
}

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0
const hostOf = (address: string) => new URL(address).host

/** Resumes from the partial bytes. Fails as `model-fetch.*` or `model-file.too-large`. */
export async function fetchFile(transfer: Transfer): Promise<void> {
  const { target, signal, patience = 1_000 } = transfer
  for (let tries = 1; ;) {
    const size = await sizeOf(target)
    try {
      await fetchRest(transfer, size)
      return
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TestFailed) || lasting.has(error.failure)) throw inWords(error, transfer.address)
      tries = (await sizeOf(target)) > size ? 1 : tries + 1
      if (tries > maxTries) throw inWords(error, transfer.address)
      await delay(patience * 2 ** (tries - 1), undefined, { signal })
    }
  }
}

/** Failures that a retry cannot fix. */
const lasting: ReadonlySet<TestFailed['failure']> = new Set([
  'address-forbidden',
  'redirected',
  'certificate',
  'no-tls',
  'host-unknown',
])

function inWords(error: unknown, address: string): unknown {
  if (!(error instanceof TestFailed)) return error
  if (error.failure === 'address-forbidden')
    return fail('model-fetch.private', { place: error.values['place'] ?? hostOf(address) })
  return fail('model-fetch.unreachable', { reason: sayInBoth(serviceFailures[error.failure], error.values) })
}

async function fetchRest(transfer: Transfer, have: number): Promise<void> {
  const { address, mayBeInternal, signal, target } = transfer
  const earlier = transfer.known()
  if (earlier !== undefined && earlier.total !== null && have === earlier.total) return
  const range = have > 0 && earlier !== undefined ? { range: `bytes=${have}-` } : {}
  const question = { method: 'GET', url: address, headers: range, followsElsewhere: true } as const
  const reply = await askForFile({ ...question, mayBeInternal, signal })
  // Open the file before the body arrives: a broken connection discards unread data.
  const handle = await open(target, 'a')
  try {
    await append(handle, reply, { ...transfer, have })
  } catch (error) {
    signal.throwIfAborted()
    const isOfNetwork =
      error instanceof Error && 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code))
    throw isOfNetwork ? new TestFailed('closed', { place: hostOf(address) }) : error
  } finally {
    reply.stream.destroy()
    await handle.close()
  }
}

async function append(handle: FileHandle, reply: FileReply, transfer: Transfer & { have: number }): Promise<void> {
  const { address, target, have, advanced } = transfer
  const earlier = transfer.known()
  const hostName = hostOf(address)
  const { status } = reply
  if (status === 429 || status >= 500) throw new TestFailed('failed', { status: String(status), said: '--' })
  if (status !== 200 && status !== 206) throw fail('model-fetch.refused', { place: hostName, status })
  const file = describe(reply, have)
  if (earlier !== undefined && status === 206 && (earlier.tag !== file.tag || earlier.total !== file.total)) {
    await rm(target, { force: true })
    throw fail('model-fetch.changed', { place: hostName })
  }
  if ((file.total ?? 0) > maxStoredModelBytes) throw tooLarge()
  await transfer.identified(file)
  if (status === 200) await handle.truncate(0)
  let bytes = status === 206 ? have : 0
  const noSpace = () => fail('model-fetch.no-space', { place: hostName })
  let [free, unmeasured] = [await transfer.freeSpace(), 0]
  if ((file.total ?? 0) - bytes > free) throw noSpace()
  for await (const chunk of reply.stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    unmeasured += chunk.length
    if (bytes > maxStoredModelBytes) throw tooLarge()
    if (unmeasured > free) throw noSpace()
    // Other writers use the disk too.
    if (unmeasured > measuredEvery) [free, unmeasured] = [await transfer.freeSpace(), chunk.length]
    await handle.writeFile(chunk)
    advanced(bytes)
  }
  if (file.total !== null && bytes !== file.total) throw new TestFailed('closed', { place: hostName })
}

const tooLarge = () => fail('model-file.too-large', { limit: `${maxStoredModelBytes / 1024 ** 2} MiB` })

function describe({ status, headers }: FileReply, have: number): RemoteFile {
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '')
  if (status === 206 && Number(range?.[1]) !== have) throw new TestFailed('closed', { place: 'content-range' })
  const length = status === 206 ? Number(range?.[2]) : Number(headers['content-length'] ?? Number.NaN)
  const tag = headers.etag ?? headers['last-modified'] ?? null
  return { tag, total: Number.isSafeInteger(length) ? length : null }
}
