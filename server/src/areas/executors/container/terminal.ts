import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type Docker from 'dockerode'
import { signalOf } from '#platform/processes/supervisor'
import { commandMarks, shellCommand } from '#platform/terminals/command-marks'
import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'
import { statusOf } from './engine.ts'
import type { Engine } from './engine.ts'

/** Prints its process id first, then executes the command. */
const announcing = 'printf "%s\\n" "$$"; exec "$@"'
const maxEarlyChunks = 64
/** Maximum milliseconds between two checks of a command, and for its last output. */
const maxPauseMs = 1_000
const farewell = 5_000

const maxAnnouncementBytes = 4_096

/** Engines do not end a command when its terminal closes. */
const hangUp = 'kill -HUP "-$0"; kill -HUP "$0"; sleep 1; kill -KILL "-$0"; kill -KILL "$0"'

export async function openTerminal(engine: Engine, container: string, order: TerminalOrder): Promise<Terminal> {
  const argv = order.argv ?? shellCommand
  const exec = await engine.quick.getContainer(container).exec({
    Cmd: ['/bin/sh', '-c', announcing, 'sh', ...argv],
    Env: ['TERM=xterm-256color', ...Object.entries(commandMarks).map(([name, value]) => `${name}=${value}`)],
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: true,
  })
  const inLasting = engine.lasting.getExec(exec.id)
  const stream = await inLasting.start({ hijack: true, stdin: true, Tty: true })
  stream.on('error', () => stream.destroy())
  const { pid, rest } = await announcement(stream)
  const resize = (columns: number, rows: number) => resizeExec(engine.quick.getExec(exec.id), columns, rows)
  await resize(order.columns, order.rows)

  let resizing: Promise<void> | null = null
  let pendingBytes = 0
  const listeners = new Set<(bytes: Buffer) => void>()
  let early: Buffer[] = rest.length > 0 ? [rest] : []
  stream.on('data', (bytes: Buffer) => {
    if (listeners.size === 0 && early.push(bytes) > maxEarlyChunks) stream.pause()
    for (const listener of listeners) listener(bytes)
  })

  return {
    onData(listener) {
      listeners.add(listener)
      const reported = early
      early = []
      for (const bytes of reported) listener(bytes)
      stream.resume()
      return () => void listeners.delete(listener)
    },
    // Input after a resize must see the new size.
    write(bytes) {
      if (resizing === null) return void stream.write(bytes)
      const length = Buffer.byteLength(bytes)
      pendingBytes += length
      void resizing.then(() => {
        pendingBytes -= length
        stream.write(bytes)
      })
    },
    unread: () => pendingBytes + stream.writableLength,
    resize(columns, rows) {
      const done: Promise<void> = (resizing ?? Promise.resolve())
        .then(() => resize(columns, rows))
        .catch(() => {})
        .then(() => {
          if (resizing === done) resizing = null
        })
      resizing = done
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    exit: endOf(engine, exec.id, stream),
    kill() {
      void run(engine, container, ['/bin/sh', '-c', hangUp, pid])
        .catch(() => {})
        .finally(() => stream.destroy())
    },
  }
}

async function announcement(stream: Duplex): Promise<{ pid: string; rest: Buffer }> {
  let bytes = Buffer.alloc(0)
  for (;;) {
    const end = bytes.indexOf('\n')
    const line = bytes.subarray(0, Math.max(0, end)).toString('latin1').trim()
    if (end >= 0 && /^\d+$/.test(line)) return { pid: line, rest: bytes.subarray(end + 1) }
    if (end >= 0 || bytes.length > maxAnnouncementBytes || stream.readableEnded || stream.destroyed) {
      stream.destroy()
      throw new Error(
        `no terminal could be opened: ${bytes.toString('utf8').trim() || 'there is no shell in the image'}`,
      )
    }
    const piece: unknown = stream.read()
    if (Buffer.isBuffer(piece)) bytes = Buffer.concat([bytes, piece])
    else await Promise.race([once(stream, 'readable'), once(stream, 'end'), once(stream, 'close')])
  }
}

/** Polls, since a paused stream does not report its end. */
async function endOf(engine: Engine, id: string, stream: Duplex): Promise<{ code: number; signal: string | null }> {
  const closed = new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) stream.once(event, resolve)
  })
  for (let pause = 50; ; pause = Math.min(2 * pause, maxPauseMs)) {
    await Promise.race([closed, sleep(pause, undefined, { ref: false })])
    const match = await engine.quick.getExec(id).inspect().catch(ifGone)
    if (match === null) return { code: 137, signal: 'SIGKILL' }
    if (match.Running || match.ExitCode === null) {
      if (stream.readableEnded || stream.destroyed) await sleep(pause, undefined, { ref: false })
      continue
    }
    if (!stream.isPaused()) await Promise.race([closed, sleep(farewell, undefined, { ref: false })])
    stream.destroy()
    return { code: match.ExitCode, signal: signalOf(match.ExitCode) }
  }
}

/** No response may be temporary; any other error means the command is gone. */
function ifGone(error: unknown): null | { Running: true; ExitCode: null } {
  return statusOf(error) === undefined ? { Running: true, ExitCode: null } : null
}

async function resizeExec(exec: Docker.Exec, columns: number, rows: number): Promise<void> {
  try {
    await exec.resize({ w: columns, h: rows })
  } catch (error) {
    // Podman responds 201, which dockerode treats as an error.
    if (statusOf(error) !== 201) throw error
  }
}

async function run(engine: Engine, container: string, argv: string[]): Promise<void> {
  const exec = await engine.quick.getContainer(container).exec({ Cmd: argv })
  await engine.quick.getExec(exec.id).start({ Detach: true })
}
