import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ClientChannel } from 'ssh2'
import { loginLine, shellCommand } from './quoting.ts'

/**
 * The shell of an account reads start files before every command, and these print, wait or end as they like. So a command
 * begins with a mark on both of its outputs, and goes on when this server has answered it: what came before the mark is of
 * the login, and what nobody waits for any more never begins.
 *
 * `$1` and `$2` are halves of the mark, so that a shell that echoes its commands writes no mark; `$3` names the command to
 * whoever ends it, or is empty.
 */
const wrapper = [
  String.raw`printf '%s%s\n' "$1" "$2" >&2`,
  String.raw`printf '%s%s %s\n' "$1" "$2" "$$" || exit`,
  '[ -z "$3" ] || export "VERMILION_COMMAND=$3"',
  'read -r go && [ "$go" = go ] || exit 0',
  'shift 3',
  'exec "$@"',
].join('; ')

/** Milliseconds that a login may take until it begins a command, and that the mark of one output may be behind the other's. */
const longestLogin = 15_000
const longestLag = 500
/** Bytes that a login may print. */
const mostPrinted = 4 * 1_048_576
const mostKept = 400

/** A device began no command: it has no shell of POSIX, or its login does not get as far. */
export class NotBegun extends Error {
  readonly reason: 'no-shell' | 'login-blocked'

  constructor(reason: NotBegun['reason'], detail: string) {
    super(detail)
    this.name = 'NotBegun'
    this.reason = reason
  }
}

/** Finds a mark in what a stream brings, and keeps the first of what came before it to tell. */
function seekMark(stream: Readable, mark: string, onTooMuch: () => void) {
  const match = Promise.withResolvers<string>()
  const printed: Buffer[] = []
  let size = 0
  let gathered: Buffer = Buffer.alloc(0)
  const read = () => {
    for (let bytes = stream.read() as Buffer | null; bytes !== null; bytes = stream.read() as Buffer | null) {
      size += bytes.length
      if (size <= mostKept) printed.push(bytes)
      if (size > mostPrinted) return onTooMuch()
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
    /** Drops what there is: the command has not begun, so that none of it is its own. */
    drop() {
      stop()
      while (stream.read() !== null);
    },
  }
}

interface Reaching {
  /** What is told where the channel ends without an exit. */
  readonly lost: () => Error
  readonly signal?: AbortSignal | undefined
}

/** A command that is to begin behind whatever its login prints. */
export function createCommandStart(argv: readonly [string, ...string[]], name = '') {
  const [first, second] = [`vermilion-${randomBytes(6).toString('hex')}`, randomBytes(6).toString('hex')]
  const mark = first + second

  /** Resolves with the command's process number; its outputs then hold what it writes itself. Rejects with `NotBegun`. */
  async function begin(channel: ClientChannel, { lost, signal }: Reaching): Promise<number> {
    const failure = Promise.withResolvers<never>()
    failure.promise.catch(() => undefined)
    const refuse = (reason: NotBegun['reason'], detail: string) => {
      const words = `${errors.printed()} ${output.printed()}`.trim()
      failure.reject(new NotBegun(reason, words === '' ? detail : `${detail}; it answered: ${words}`))
    }
    const tooMuch = () => refuse('no-shell', `it wrote more than ${mostPrinted} bytes before a command began`)
    const output = seekMark(channel, `${mark} `, tooMuch)
    const errors = seekMark(channel.stderr, mark, tooMuch)
    // The end of a channel repeats the exit that came before it, which may have come before anybody listened.
    const refuseEnd = (code?: number | null) => {
      // A signal ends it where the device goes down or runs out of memory, which says nothing of its shell.
      if (code === undefined || code === null) failure.reject(lost())
      else if (code === 0) refuse('login-blocked', 'its login ended before a command began')
      else refuse('no-shell', `it runs no POSIX sh: it ended with ${code}`)
    }
    channel.on('close', refuseEnd)
    const timer = setTimeout(
      () => refuse('login-blocked', `its login began no command within ${longestLogin / 1_000} s`),
      longestLogin,
    )
    try {
      const pid = Number(await Promise.race([output.match, failure.promise]))
      const lag = Promise.withResolvers<void>()
      const lagTimer = setTimeout(lag.resolve, longestLag)
      // A login that sends its errors elsewhere leaves this output without a mark.
      const isMarked = await Promise.race([errors.match.then(() => true), lag.promise, failure.promise])
      clearTimeout(lagTimer)
      if (isMarked !== true) errors.drop()
      signal?.throwIfAborted()
      channel.write('go\n')
      // Streams flow to the next listener once their last one has been away for a turn.
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
