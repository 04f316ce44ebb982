import { type FileHandle, open, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type AssistFile, maxAssistFileBytes } from '@vermilion/contract/assist-models/catalogue'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { sayInBoth } from '@vermilion/contract/kernel/text'
import { serviceFailures } from '@vermilion/contract/services/failures'
import { askForFile, type FileReply, TestFailed } from '#areas/settings'
import { hashOf, sizeOf } from './model-folder.ts'
import type { FileFacts } from '../store.ts'

const maxTries = 5

export interface HubPlace {
  readonly hub: string
  readonly repository: string
  readonly revision: string
}

export interface FetchControl {
  readonly signal: AbortSignal
  /** Milliseconds before the first retry; it doubles with each try without progress. */
  readonly patience: number
}

const addressOf = ({ hub, repository, revision }: HubPlace, path: string) =>
  `${hub}/${repository}/resolve/${revision}/${path}`

export async function describeFile(hubPlace: HubPlace, file: AssistFile, { signal, patience }: FetchControl) {
  const url = addressOf(hubPlace, file.path)
  return persist({ signal, patience }, async () => {
    const reply = await askForFile({ mayBeInternal: () => true, method: 'HEAD', url, followsElsewhere: false, signal })
    reply.stream.destroy()
    requireContent(reply, file, url)
    return { facts: factsOf(reply, file), commit: commitOf(reply) ?? hubPlace.revision }
  })
}

function commitOf({ headers }: FileReply): string | undefined {
  const commit = headers['x-repo-commit']
  return typeof commit === 'string' && /^[0-9a-f]{40}$/.test(commit) ? commit : undefined
}

/** Facts from the hub's headers complete the catalogue's; both must agree. */
function factsOf({ headers }: FileReply, { path, size, sha256 }: AssistFile): FileFacts {
  const tag = String(headers['x-linked-etag'] ?? headers.etag ?? '').replace(/^(?:W\/)?"(.*)"$/, '$1')
  const length = Number(headers['x-linked-size'] ?? headers['content-length'] ?? Number.NaN)
  const damaged = (en: string, zh: string) => fail('assist-model.damaged', { file: path, reason: { en, zh } })
  if (sha256 !== undefined && /^[0-9a-f]{64}$/.test(tag) && tag !== sha256)
    throw damaged('the hub has another content under its name', '模型站上的内容与预期不同')
  const bytes = size ?? length
  if (!Number.isSafeInteger(bytes) || bytes <= 0)
    throw damaged('the hub does not say how large it is', '模型站未说明其大小')
  if (bytes > maxAssistFileBytes)
    throw fail('assist-model.too-large', { file: path, limit: `${maxAssistFileBytes / 1024 ** 3} GiB` })
  if (sha256 !== undefined) return { size: bytes, hash: { algorithm: 'sha256', value: sha256 } }
  if (/^[0-9a-f]{64}$/.test(tag)) return { size: bytes, hash: { algorithm: 'sha256', value: tag } }
  if (/^[0-9a-f]{40}$/.test(tag)) return { size: bytes, hash: { algorithm: 'git', value: tag } }
  throw damaged('the hub does not say what its hash is', '模型站未说明其校验值')
}

/** Redirects count as success: they lead to the content. */
function requireContent({ status }: FileReply, { path }: AssistFile, url: string): void {
  if (status === 429 || status >= 500) throw new TestFailed('failed', { status: String(status), said: '--' })
  if (status >= 400) throw fail('assist-model.refused', { place: new URL(url).host, file: path, status })
}

interface Transfer extends FetchControl {
  readonly file: AssistFile
  readonly facts: FileFacts
  /** Bytes in it are not requested again. */
  readonly target: string
  advanced(bytes: number): void
}

export async function fetchFile(hubPlace: HubPlace, transfer: Transfer): Promise<void> {
  const { file, facts, target, signal } = transfer
  const url = addressOf(hubPlace, file.path)
  if (((await sizeOf(target)) ?? 0) > facts.size) await rm(target)
  await persist(transfer, async (advanced) => {
    const have = (await sizeOf(target)) ?? 0
    if (have === facts.size) return
    await fetchRest(url, { ...transfer, have, advanced })
    if ((await sizeOf(target)) !== facts.size) throw new TestFailed('closed', { place: new URL(url).host })
  })
  if ((await hashOf(target, facts.hash.algorithm, signal)) === facts.hash.value) return
  await rm(target, { force: true })
  throw fail('assist-model.damaged', { file: file.path, reason: wrongHash })
}

export const wrongHash = { en: 'its hash differs', zh: '校验值不一致' }

interface Rest extends Omit<Transfer, 'advanced'> {
  readonly have: number
  readonly advanced: (bytes: number) => void
}

async function fetchRest(url: string, rest: Rest): Promise<void> {
  // Open the file before the body arrives: a broken connection discards unread data.
  const handle = await open(rest.target, 'a')
  try {
    await append(handle, url, rest)
  } catch (error) {
    if (error instanceof Failure && error.reason === 'assist-model.damaged') await rm(rest.target, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

async function append(handle: FileHandle, url: string, { file, facts, have, advanced, signal }: Rest): Promise<void> {
  const range = have > 0 ? { range: `bytes=${have}-` } : {}
  const reply = await askForFile({
    mayBeInternal: () => true,
    method: 'GET',
    url,
    headers: range,
    followsElsewhere: true,
    signal,
  })
  try {
    if (reply.status !== 416) requireContent(reply, file, url)
    if (!isAsLong(reply, facts.size, have)) throw fail('assist-model.damaged', { file: file.path, reason: notAsLong })
    const isContinued = reply.status === 206
    if (!isContinued && have > 0) await handle.truncate(0)
    let bytes = isContinued ? have : 0
    // Each chunk is on disk before the next is read, so it is never requested again.
    for await (const chunk of reply.stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > facts.size) throw fail('assist-model.damaged', { file: file.path, reason: tooLong })
      await handle.writeFile(chunk)
      advanced(bytes)
    }
  } catch (error) {
    reply.stream.destroy()
    signal.throwIfAborted()
    if (isDiskFull(error)) throw fail('assist-model.no-room', { needed: Math.ceil((facts.size - have) / 1024 ** 2) })
    if (error instanceof Failure || error instanceof TestFailed || isOfDisk(error)) throw error
    throw new TestFailed('closed', { place: new URL(url).host })
  }
}

function isAsLong({ status, headers }: FileReply, size: number, have: number): boolean {
  if (status === 206) return headers['content-range'] === `bytes ${have}-${size - 1}/${size}`
  return status === 200 && Number(headers['content-length'] ?? size) === size
}

const notAsLong = { en: 'it is not as long as was said', zh: '长度与声明的不一致' }
const tooLong = { en: 'it is longer than was said', zh: '内容长于声明的大小' }

const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
const isDiskFull = (error: unknown) => hasCode(error, ['ENOSPC', 'EDQUOT'])
const isOfDisk = (error: unknown) => hasCode(error, ['EIO', 'EROFS', 'EACCES'])

/** Retries after network errors without limit, as long as each try makes progress. */
async function persist<Result>(
  control: FetchControl & { advanced?(bytes: number): void },
  attempt: (advanced: (bytes: number) => void) => Promise<Result>,
): Promise<Result> {
  // Hubs or proxies without range support start from byte 0: only new bytes count as progress.
  let furthest = 0
  for (let tries = 0; ;) {
    let hasAdvanced = false
    try {
      return await attempt((bytes) => {
        if (bytes > furthest) {
          furthest = bytes
          hasAdvanced = true
        }
        control.advanced?.(bytes)
      })
    } catch (error) {
      control.signal.throwIfAborted()
      if (!(error instanceof TestFailed) || lasting.has(error.failure)) throw inWords(error)
      tries = hasAdvanced ? 1 : tries + 1
      if (tries >= maxTries) throw inWords(error)
      await delay(control.patience * 2 ** (tries - 1), undefined, { signal: control.signal })
    }
  }
}

const lasting: ReadonlySet<TestFailed['failure']> = new Set([
  'address-forbidden',
  'redirected',
  'certificate',
  'no-tls',
])

function inWords(error: unknown): unknown {
  if (!(error instanceof TestFailed)) return error
  return fail('assist-model.unreachable', { reason: sayInBoth(serviceFailures[error.failure], error.values) })
}
