import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type Docker from 'dockerode'
import { signalOf } from '#platform/processes/supervisor'
import type { Terminal, TerminalOrder } from '../terminal.ts'
import { statusOf } from './engine.ts'
import type { Engine } from './engine.ts'

/** Says its number inside the container in the first line, and becomes the command. */
const announcing = 'printf "%s\\n" "$$"; exec "$@"'
/** How long a first line may be. */
const longestAnnouncement = 4_096

/** Engines end nothing when a terminal is closed. */
const hangUp = 'kill -HUP -- "-$0" "$0"; sleep 1; kill -KILL -- "-$0" "$0"'
const shell = ['/bin/sh', '-c', 'if [ -x /bin/bash ]; then exec /bin/bash; fi; exec /bin/sh'] as const

/** A command on a terminal inside a running container. */
export async function openTerminal(engine: Engine, container: string, order: TerminalOrder): Promise<Terminal> {
  const argv = order.argv ?? shell
  const exec = await engine.quick.getContainer(container).exec({
    Cmd: ['/bin/sh', '-c', announcing, 'sh', ...argv],
    Env: ['TERM=xterm-256color'],
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

  const listeners = new Set<(bytes: Buffer) => void>()
  let early: Buffer[] = rest.length > 0 ? [rest] : []
  stream.on('data', (bytes: Buffer) => {
    if (listeners.size === 0) early.push(bytes)
    for (const listener of listeners) listener(bytes)
  })
  stream.pause()

  return {
    onData(listener) {
      listeners.add(listener)
      const told = early
      early = []
      for (const bytes of told) listener(bytes)
      stream.resume()
      return () => void listeners.delete(listener)
    },
    write: (bytes) => void stream.write(bytes),
    resize: (columns, rows) => void resize(columns, rows).catch(() => {}),
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

/** Reads up to the first line's end, which holds the command's number. */
async function announcement(stream: Duplex): Promise<{ pid: string; rest: Buffer }> {
  let bytes = Buffer.alloc(0)
  for (;;) {
    const end = bytes.indexOf('\n')
    const line = bytes.subarray(0, Math.max(0, end)).toString('latin1').trim()
    if (end >= 0 && /^\d+$/.test(line)) return { pid: line, rest: bytes.subarray(end + 1) }
    if (end >= 0 || bytes.length > longestAnnouncement || stream.readableEnded || stream.destroyed) {
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

async function endOf(engine: Engine, id: string, stream: Duplex): Promise<{ code: number; signal: string | null }> {
  if (!stream.readableEnded && !stream.destroyed) await Promise.race([once(stream, 'end'), once(stream, 'close')])
  for (let look = 0; look < 50; look += 1) {
    const found = await engine.quick
      .getExec(id)
      .inspect()
      .catch(() => null)
    // Who removed the container ended the command by force.
    if (found === null) break
    if (!found.Running && found.ExitCode !== null) return { code: found.ExitCode, signal: signalOf(found.ExitCode) }
    await sleep(20 * (look + 1))
  }
  return { code: 137, signal: 'SIGKILL' }
}

async function resizeExec(exec: Docker.Exec, columns: number, rows: number): Promise<void> {
  try {
    await exec.resize({ w: columns, h: rows })
  } catch (error) {
    // Podman answers 201, which the client takes for a failure.
    if (statusOf(error) !== 201) throw error
  }
}

async function run(engine: Engine, container: string, argv: string[]): Promise<void> {
  const exec = await engine.quick.getContainer(container).exec({ Cmd: argv })
  await engine.quick.getExec(exec.id).start({ Detach: true })
}
