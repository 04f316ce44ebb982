import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { type LineState, terminalBeat, type TerminalExit } from '@vermilion/contract/terminals'
import type { ClientChannel } from 'ssh2'
import type { Terminal } from '#platform/terminals/terminal'
import { NotBegun } from '../connection/command-start.ts'
import type { DeviceConnection } from '../connection/connection.ts'
import { createFrameReader, frame, type Frame, numberAt, numbers } from './frames.ts'
import { lostExit } from './plain-terminal.ts'

export interface HeldTerminal extends Terminal {
  attach(connection: DeviceConnection): Promise<void>
}

export class NoHolder extends Error {}

let script: Buffer | undefined
const holderScript = () => (script ??= readFileSync(new URL('holder.py', import.meta.url)))
/** Reads the script of a given length from stdin, which continues after it. */
const loader =
  'import os,sys\ns=b""\nwhile len(s)<int(sys.argv[1]):\n p=os.read(0,int(sys.argv[1])-len(s))\n if not p: sys.exit(1)\n s+=p\nexec(s)'

const idleSeconds = 6 * 3_600
/** Bytes of output per acknowledgment. */
const acknowledgeEvery = 32_768
const holderGone = 3
/** Milliseconds of silence before a link counts as dead, and before it alone is retried. */
const doubt = 1.5 * terminalBeat
const retryDelay = 2_000

interface HolderNeeds {
  name: string
  connection: DeviceConnection
  columns: number
  rows: number
}

/** Rejects with `NoHolder` when the device cannot run one. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export async function openHeldTerminal({ name, connection: first, columns, rows }: HolderNeeds): Promise<HeldTerminal> {
  let size = { columns, rows }
  let state: LineState = 'connecting'
  let channel: ClientChannel | null = null
  let hasBegun = false
  let attempt = 0
  let received = 0
  let acknowledged = 0
  let isPaused = false
  /** Input not yet acknowledged, and the offset of its first byte. */
  let pending: Buffer = Buffer.alloc(0)
  let pendingFrom = 0
  let isKilled = false
  let heardAt = performance.now()
  const early: Buffer[] = []
  const listeners = new Set<(bytes: Buffer) => void>()
  const lineListeners = new Set<(state: LineState) => void>()
  const ending = Promise.withResolvers<TerminalExit>()
  let isOver = false
  let retry: NodeJS.Timeout | undefined

  function setState(next: LineState): void {
    if (state === next || isOver) return
    state = next
    for (const listener of lineListeners) listener(next)
  }

  const send = (letter: string, body?: Buffer) => channel?.write(frame(letter, body))
  const acknowledge = () => {
    if (isPaused || received - acknowledged < acknowledgeEvery) return
    acknowledged = received
    send('K', numbers([received, 8]))
  }

  function finish(exit: TerminalExit): void {
    isOver = true
    clearInterval(beat)
    ending.resolve(exit)
    // The holder repeats a lost exit until this acknowledgment.
    send('H')
    channel?.end()
    channel = null
  }

  function forgetInput(to: number): void {
    const count = Math.min(pending.length, Math.max(0, to - pendingFrom))
    pending = pending.subarray(count)
    pendingFrom += count
  }

  function take({ letter, body }: Frame, onBegin: () => void): void {
    if (letter === 'S') {
      const from = numberAt(body, 0)
      if (from !== received) throw new Error(`the holder goes on at ${from} instead of ${received}`)
      const rest = pending.subarray(Math.max(0, numberAt(body, 8) - pendingFrom))
      hasBegun = true
      if (rest.length > 0) send('I', rest)
      if (isKilled) send('H')
      onBegin()
    } else if (letter === 'O') {
      received += body.length
      if (listeners.size === 0) early.push(body)
      for (const listener of listeners) listener(body)
      acknowledge()
    } else if (letter === 'R') forgetInput(numberAt(body, 0))
    else if (letter === 'X') {
      const [code, signal] = [body.readInt32BE(0), body.readInt32BE(4)]
      finish(signal === 0 ? { code, signal: null } : { code: 128 + signal, signal: nameOf(signal) })
    }
  }

  async function open(connection: DeviceConnection, mode: 'new' | 'again'): Promise<void> {
    attempt += 1
    const own = attempt
    setState('connecting')
    const length = String(holderScript().length)
    const values = [length, mode, name, String(size.columns), String(size.rows), String(idleSeconds)]
    const line = await connection.start({ argv: ['python3', '-c', loader, ...values] }).catch((error: unknown) => {
      throw error instanceof NotBegun ? new NoHolder(error.message) : error
    })
    const started = Promise.withResolvers<void>()
    started.promise.catch(() => undefined)
    if (own !== attempt || isOver) return line.channel.close()
    channel = line.channel
    hasBegun = false
    heardAt = performance.now()
    const errors: string[] = []
    const read = createFrameReader((next) => {
      if (own !== attempt || isOver) return
      heardAt = performance.now()
      take(next, started.resolve)
      setState('connected')
    })
    line.channel.on('error', () => undefined)
    line.channel.stderr.on('data', (bytes: Buffer) => errors.length < 20 && errors.push(bytes.toString()))
    line.channel.on('data', (bytes: Buffer) => {
      try {
        read(bytes)
      } catch (error) {
        started.reject(error)
        line.channel.close()
      }
    })
    void line.exit.then(
      ({ code }) => {
        started.reject(new NoHolder(errors.join('').trim().slice(-500) || `it ended with ${code}`))
        if (own === attempt) leave(connection, mode === 'again' && code === holderGone)
      },
      (error: unknown) => {
        started.reject(error)
        if (own === attempt) leave(connection, false)
      },
    )
    acknowledged = received
    line.channel.write(holderScript())
    send('A', numbers([received, 8], [size.columns, 2], [size.rows, 2]))
    await started.promise
  }

  /** The holder continues unless known to be gone. */
  function leave(connection: DeviceConnection, isGone: boolean): void {
    channel = null
    hasBegun = false
    if (isOver) return
    if (isGone) return finish(lostExit)
    if (isKilled) return finish({ code: 129, signal: 'SIGHUP' })
    retryLater(connection)
  }

  /** Retries when only the link broke: no event of a new connection will follow. */
  function retryLater(connection: DeviceConnection): void {
    setState('disconnected')
    clearTimeout(retry)
    retry = setTimeout(() => {
      if (connection.isOpen() && !isOver && channel === null) void attach(connection)
    }, retryDelay).unref()
  }

  async function attach(connection: DeviceConnection): Promise<void> {
    const own = attempt + 1
    try {
      await open(connection, 'again')
    } catch {
      if (own === attempt && channel === null && !isOver) retryLater(connection)
    }
  }

  const beat = setInterval(() => {
    if (channel === null) return
    if (performance.now() - heardAt > doubt) setState('unknown')
    send('P')
  }, terminalBeat)
  beat.unref()

  try {
    await open(first, 'new')
  } catch (error) {
    isOver = true
    clearInterval(beat)
    throw error
  }
  return {
    attach,
    exit: ending.promise,
    line: { state: () => state, onChange: (listener) => void lineListeners.add(listener) },
    onData(listener) {
      listeners.add(listener)
      for (const bytes of early.splice(0)) listener(bytes)
      return () => listeners.delete(listener)
    },
    write(input) {
      const bytes = typeof input === 'string' ? Buffer.from(input) : input
      pending = Buffer.concat([pending, bytes])
      if (hasBegun) send('I', bytes)
    },
    unread: () => pending.length,
    resize(nextColumns, nextRows) {
      size = { columns: nextColumns, rows: nextRows }
      send('W', numbers([nextColumns, 2], [nextRows, 2]))
    },
    // The holder stops sending one window after the last acknowledgment.
    pause: () => void (isPaused = true),
    resume() {
      isPaused = false
      acknowledge()
    },
    kill() {
      isKilled = true
      send('H')
    },
  }
}

const nameOf = (signal: number) =>
  Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? null
