import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ClientChannel } from 'ssh2'
import { loginLine, shellCommand } from './quoting.ts'

/**
 * Login shells read startup files before every command, which may print, block or exit. So a command first prints a marker on
 * both outputs, and continues after this server's reply: an abandoned command never starts.
 * `$1` and `$2` are halves of the marker, so that an echoing shell does not print it; `$3` is the command's name, or empty.
 */
const wrapper = [
  String.raw`printf '%s%s\n' "$1" "$2" >&2`,
  String.raw`printf '%s%s %s\n' "$1" "$2" "$$" || exit`,
  '[ -z "$3" ] || export "VERMILION_COMMAND=$3"',
  'read -r go && [ "$go" = go ] || exit 0',
  'shift 3',
  'exec "$@"',
].join('; ')

/** Maximum milliseconds for a login, and between the markers of the two outputs. */
const maxLoginMs = 15_000
const maxLagMs = 500
const maxLoginBytes = 4 * 1_048_576
const maxShownBytes = 400

/** The device has no POSIX shell, or its login does not get that far. */
export class NotBegun extends Error {
  readonly reason: 'no-shell' | 'login-blocked'

  constructor(reason: NotBegun['reason'], detail: string) {
    super(detail)
    this.name = 'NotBegun'
    this.reason = reason
  }
}

/** Finds a marker in a stream, and stores the first output before it for error messages. */
function seekMark(stream: Readable, mark: string, onTooMuch: () => void) {
  const match = Promise.withResolvers<string>()
  const printed: Buffer[] = []
  let size = 0
  let gathered: Buffer = Buffer.alloc(0)
  const read = () => {
    for (let bytes = stream.read() as Buffer | null; bytes !== null; bytes = stream.read() as Buffer | null) {
      size += bytes.length
      if (size <= maxShownBytes) printed.push(bytes)
      if (size > maxLoginBytes) return onTooMuch()
      gathered = Buffer.concat([gathered, bytes])
      const at = gathered.indexOf(mark)
      const end = at === -1 ? -1 : gathered.indexOf('\n', at)
      if (end !== -1) {
        const rest = gathered.subarray(end + 1)
        stop()
        if (rest.length > 0) stream.unshift(rest)
        return match.resolve(gathered.toString('latin1', at + mark.length, end))
      }
      gathered = gathered.subarray(at === -1 ? -mark.length : at)
    }
  }
  function stop(): void {
    stream.off('readable', read)
  }
  stream.on('readable', read)
  return {
    match: match.promise,
    stop,
    printed: () => Buffer.concat(printed).toString('utf8'),
    drop() {
      stop()
      while (stream.read() !== null);
    },
  }
}

interface Reaching {
  readonly lost: () => Error
  readonly signal?: AbortSignal | undefined
}

export function createCommandStart(argv: readonly [string, ...string[]], name = '') {
  const [first, second] = [`vermilion-${randomBytes(6).toString('hex')}`, randomBytes(6).toString('hex')]
  const mark = first + second

  /** Resolves with the process id; the streams then contain the command's own output. Rejects with `NotBegun`. */
  async function begin(channel: ClientChannel, { lost, signal }: Reaching): Promise<number> {
    const failure = Promise.withResolvers<never>()
    failure.promise.catch(() => undefined)
    const refuse = (reason: NotBegun['reason'], detail: string) => {
      const printed = `${errors.printed()} ${output.printed()}`.trim()
      failure.reject(new NotBegun(reason, printed === '' ? detail : `${detail}; it answered: ${printed}`))
    }
    const tooMuch = () => refuse('no-shell', `it wrote more than ${maxLoginBytes} bytes before a command began`)
    const output = seekMark(channel, `${mark} `, tooMuch)
    const errors = seekMark(channel.stderr, mark, tooMuch)
    // The channel's end repeats an exit status that may have come before anybody listened.
    const refuseEnd = (code?: number | null) => {
      // A signal means shutdown or lack of memory, and says nothing about the shell.
      if (code === undefined || code === null) failure.reject(lost())
      else if (code === 0) refuse('login-blocked', 'its login ended before a command began')
      else refuse('no-shell', `it runs no POSIX sh: it ended with ${code}`)
    }
    channel.on('close', refuseEnd)
    const timer = setTimeout(
      () => refuse('login-blocked', `its login began no command within ${maxLoginMs / 1_000} s`),
      maxLoginMs,
    )
    try {
      const pid = Number(await Promise.race([output.match, failure.promise]))
      const lag = Promise.withResolvers<void>()
      const lagTimer = setTimeout(lag.resolve, maxLagMs)
      // A login that redirects stderr leaves it without a marker.
      const isMarked = await Promise.race([errors.match.then(() => true), lag.promise, failure.promise])
      clearTimeout(lagTimer)
      if (isMarked !== true) errors.drop()
      signal?.throwIfAborted()
      channel.write('go\n')
      await new Promise((resolve) => setImmediate(resolve))
      return pid
    } catch (error) {
      output.stop()
      errors.stop()
      channel.resume().close()
      channel.stderr.resume()
      throw error
    } finally {
      clearTimeout(timer)
      channel.off('close', refuseEnd)
    }
  }

  return { line: loginLine(shellCommand(wrapper, first, second, name, ...argv)), begin }
}
