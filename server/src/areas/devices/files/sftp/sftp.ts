import type { Duplex } from 'node:stream'
import {
  attributesField,
  bytesField,
  createPacketCutter,
  createPacketReader,
  cutEvenly,
  longField,
  numberField,
  request,
  response,
  sizeOf,
  status,
} from './packets.ts'
import type { Attributes, PacketReader } from './packets.ts'

/** The server refused a request; most reasons share the code `failure`. */
export class SftpRefused extends Error {
  readonly code: number
  constructor(code: number, detail: string) {
    super(detail)
    this.name = 'SftpRefused'
    this.code = code
  }
}
export class SftpLost extends Error {}
/** The first bytes are not SFTP. */
export class NoSftp extends SftpLost {
  readonly printed: string
  constructor(printed: string) {
    super('the device answered with something else than SFTP')
    this.printed = printed
  }
}

/** A name with its `lstat`. Names are raw bytes, and may be hostile. */
export interface NamedAttributes extends Attributes {
  readonly name: Buffer
}

/** Milliseconds without data before a pending request fails. */
const maxSilenceMs = 60_000
const maxVersion = 6
/** Bytes per read or write when the server states no limits. */
const usualLength = 32_768
/** SSH's packet payload: parts of this size are not split or copied again. */
const largestData = 32_768
const dataHeader = 9
const maxLength = 255 * 1024

export type Sftp = Awaited<ReturnType<typeof openSftp>>

interface Pending {
  readonly resolve: (reader: { type: number; reader: PacketReader }) => void
  readonly reject: (error: Error) => void
}

/** Paths are bytes, as on the device. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export async function openSftp(channel: Duplex) {
  const pending = new Map<number, Pending>()
  const extensions = new Map<string, string>()
  const greeting = Promise.withResolvers<void>()
  const listeners = new Set<(error: Error) => void>()
  let nextId = 0
  let ending: Error | undefined
  let isGreeted = false
  let lastSign = Date.now()

  function end(error: Error): void {
    if (ending !== undefined) return
    ending = error
    clearInterval(watch)
    greeting.reject(error)
    for (const listener of listeners) listener(error)
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
    channel.destroy()
  }
  // The only sign of an unresponsive device.
  const watch = setInterval(() => {
    if (pending.size > 0 && Date.now() - lastSign > maxSilenceMs) end(new SftpLost('the device does not answer'))
  }, 5_000).unref()

  function take(first: Buffer, others: readonly Buffer[]): void {
    const type = first[0] ?? 0
    const isData = type === response.data && first.length >= dataHeader
    const reader = isData
      ? createPacketReader(first, 1, others)
      : createPacketReader(others.length === 0 ? first : Buffer.concat([first, ...others]), 1)
    if (type !== response.version && !isGreeted) throw new Error('the first answer is no version')
    if (type === response.version) {
      if (reader.number() > maxVersion) throw new Error('the first answer names no version')
      while (!reader.isAtEnd()) extensions.set(reader.bytes().toString('latin1'), reader.bytes().toString('latin1'))
      isGreeted = true
      return greeting.resolve()
    }
    const id = reader.number()
    const waiting = pending.get(id)
    pending.delete(id)
    if (waiting === undefined) return
    if (type !== response.status) return waiting.resolve({ type, reader })
    const code = reader.number()
    const detail = reader.isAtEnd() ? '' : reader.bytes().toString().slice(0, 200)
    if (code === status.ok) waiting.resolve({ type, reader })
    else waiting.reject(new SftpRefused(code, detail))
  }
  const cut = createPacketCutter(take)
  channel.on('data', (piece: Buffer) => {
    lastSign = Date.now()
    try {
      cut(piece)
    } catch (error) {
      if (!isGreeted) return end(new NoSftp(piece.toString('utf8')))
      end(new SftpLost(error instanceof Error ? error.message : String(error)))
    }
  })
  channel.once('error', (error: Error) => end(new SftpLost(error.message)))
  channel.once('close', () => end(new SftpLost('the connection was lost')))

  function send(type: number, ...fields: Uint8Array[]): Promise<{ type: number; reader: PacketReader }> {
    return new Promise((resolve, reject) => {
      if (ending !== undefined) return reject(ending)
      const id = nextId
      nextId = (nextId + 1) >>> 0
      if (pending.size === 0) lastSign = Date.now()
      pending.set(id, { resolve, reject })
      const head = Buffer.concat([numberField(sizeOf(fields) + 5), Uint8Array.of(type), numberField(id)])
      const packets = cutEvenly([head, ...fields], largestData)
      packets.forEach((bytes, index) => {
        if (index < packets.length - 1) channel.write(bytes)
        else channel.write(bytes, () => void (lastSign = Date.now()))
      })
    })
  }
  const done = async (type: number, ...fields: Uint8Array[]): Promise<void> => void (await send(type, ...fields))
  async function expecting(expected: number, type: number, ...fields: Uint8Array[]): Promise<PacketReader> {
    const reply = await send(type, ...fields)
    if (reply.type === expected) return reply.reader
    const error = new SftpLost('the device answered something else than was asked for')
    end(error)
    throw error
  }
  const attributesBy = async (type: number, field: Uint8Array) =>
    (await expecting(response.attributes, type, bytesField(field))).attributes()
  const extended = (name: string, ...fields: Uint8Array[]) =>
    expecting(response.extended, request.extended, bytesField(Buffer.from(name)), ...fields)

  channel.write(Buffer.concat([numberField(5), Uint8Array.of(request.init), numberField(3)]))
  const timer = setTimeout(() => end(new SftpLost('the device does not answer')), 20_000)
  await greeting.promise.finally(() => clearTimeout(timer))
  const lengths = { read: usualLength, write: usualLength }
  if (extensions.has('limits@openssh.com')) {
    const reader = await extended('limits@openssh.com')
    reader.long()
    for (const side of ['read', 'write'] as const) {
      const limit = reader.long()
      if (limit > 0) lengths[side] = Math.min(limit, maxLength)
    }
  }

  return {
    lengths,
    isOpen: () => ending === undefined,
    onEnd(listener: (error: Error) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    end: () => end(new SftpLost('the session was ended')),
    async open(path: Uint8Array, flags: number, mode?: number): Promise<Buffer> {
      const attributes = attributesField(mode === undefined ? {} : { mode })
      return (await expecting(response.handle, request.open, bytesField(path), numberField(flags), attributes)).bytes()
    },
    close: (handle: Buffer) => done(request.close, bytesField(handle)),
    /** Null at the end. */
    async read(handle: Buffer, offset: number, length: number): Promise<Buffer[] | null> {
      try {
        const fields = [bytesField(handle), longField(offset), numberField(length)]
        const pieces = (await expecting(response.data, request.read, ...fields)).pieces()
        const size = sizeOf(pieces)
        if (size > length) throw new SftpLost('the device answered more than was asked for')
        return size === 0 ? null : pieces
      } catch (error) {
        return nullAtEnd(error)
      }
    },
    write(handle: Buffer, offset: number, pieces: readonly Uint8Array[]): Promise<void> {
      return done(request.write, bytesField(handle), longField(offset), numberField(sizeOf(pieces)), ...pieces)
    },
    stat: (path: Uint8Array) => attributesBy(request.stat, path),
    lstat: (path: Uint8Array) => attributesBy(request.lstat, path),
    setstat: (path: Uint8Array, set: { mode?: number; modifiedAt?: number }) =>
      done(request.setstat, bytesField(path), attributesField(set)),
    fsetstat: (handle: Buffer, set: { mode?: number; modifiedAt?: number }) =>
      done(request.fsetstat, bytesField(handle), attributesField(set)),
    opendir: async (path: Uint8Array) => (await expecting(response.handle, request.opendir, bytesField(path))).bytes(),
    async readdir(handle: Buffer): Promise<NamedAttributes[] | null> {
      try {
        const reader = await expecting(response.name, request.readdir, bytesField(handle))
        const names: NamedAttributes[] = []
        for (let remaining = reader.number(); remaining > 0; remaining -= 1) {
          // A view would keep the whole packet alive.
          const name = Buffer.from(reader.bytes())
          reader.bytes()
          names.push({ name, ...reader.attributes() })
        }
        return names
      } catch (error) {
        return nullAtEnd(error)
      }
    },
    mkdir: (path: Uint8Array) => done(request.mkdir, bytesField(path), attributesField({})),
    rmdir: (path: Uint8Array) => done(request.rmdir, bytesField(path)),
    remove: (path: Uint8Array) => done(request.remove, bytesField(path)),
    /** Fails when the target exists. */
    rename: (path: Uint8Array, to: Uint8Array) => done(request.rename, bytesField(path), bytesField(to)),
    async replace(path: Uint8Array, to: Uint8Array): Promise<void> {
      if (extensions.has('posix-rename@openssh.com')) {
        const name = bytesField(Buffer.from('posix-rename@openssh.com'))
        return done(request.extended, name, bytesField(path), bytesField(to))
      }
      await done(request.remove, bytesField(to)).catch(() => undefined)
      return done(request.rename, bytesField(path), bytesField(to))
    },
    async realpath(path: Uint8Array): Promise<Buffer> {
      const reader = await expecting(response.name, request.realpath, bytesField(path))
      reader.number()
      return Buffer.from(reader.bytes())
    },
    async sync(handle: Buffer): Promise<void> {
      if (!extensions.has('fsync@openssh.com')) return
      await done(request.extended, bytesField(Buffer.from('fsync@openssh.com')), bytesField(handle))
    },
    /** Null where unsupported. */
    async freeSpace(path: Uint8Array): Promise<{ bytes: number; isReadOnly: boolean } | null> {
      if (!extensions.has('statvfs@openssh.com')) return null
      const reader = await extended('statvfs@openssh.com', bytesField(path))
      const [, fragment = 0, , , available = 0] = [1, 2, 3, 4, 5].map(reader.long)
      const [nodes = 0, freeNodes = 0, , , flags = 0] = [6, 7, 8, 9, 10].map(reader.long)
      return { bytes: nodes > 0 && freeNodes === 0 ? 0 : fragment * available, isReadOnly: (flags & 1) === 1 }
    },
  }
}

function nullAtEnd(error: unknown): null {
  if (error instanceof SftpRefused && error.code === status.endOfFile) return null
  throw error
}
