import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { type DeviceConnection, diskSpaceFunctions, shellCommand } from '#areas/devices'
import type { ByteRange } from '#platform/blobs/blob-store'
import { preamble } from './preamble.ts'
import { StepFailed } from './supervised.ts'

/** Prints `done` or the partial size. Ends a writer of an earlier connection, which may still have buffered bytes. */
const statusScript = `${preamble}
folder=$vermilion_base/artifacts
file=$folder/$1
mkdir -p "$folder" || exit 1
if [ -e "$file" ]; then echo done; exit 0; fi
if read -r pid 2>/dev/null <"$file.writer"; then
  case $(tr '\\0' ' ' 2>/dev/null <"/proc/$pid/cmdline") in *"$1"*) kill -KILL "$pid" ;; esac
  rm -f "$file.writer"
fi
if [ -e "$file.part" ]; then wc -c <"$file.part"; else echo 0; fi`

const append = `${preamble}${diskSpaceFunctions}
file=$vermilion_base/artifacts/$1
echo $$ >"$file.writer" && cat >>"$file.part" && exit
sayFullDisk "$vermilion_base"
rm -f "$file.part" "$file.writer"
exit 1`

/** Exit 9: the content was wrong and is removed. */
const finish = `${preamble}
file=$vermilion_base/artifacts/$1
if command -v sha256sum >/dev/null; then digest=$(sha256sum <"$file.part")
elif command -v openssl >/dev/null; then digest=$(openssl dgst -sha256 -r <"$file.part")
else echo 'there is neither sha256sum nor openssl on it' >&2; exit 1
fi
rm -f "$file.writer"
if [ "\${digest%% *}" != "$1" ]; then rm -f "$file.part"; exit 9; fi
sync
mv -f "$file.part" "$file"`

const freeSpaceScript = `${preamble}${diskSpaceFunctions}
mkdir -p "$vermilion_base" || exit 1
freeOf "$vermilion_base"`

const tidy = `${preamble}
order=$1
shift
cd "$vermilion_base/orders" 2>/dev/null && for other in *; do
  [ "$other" = "$order" ] || rm -rf "$other"
done
cd "$vermilion_base/artifacts" 2>/dev/null || exit 0
for file in *; do
  case " $* " in *" $file "*) ;; *) rm -f "$file" ;; esac
done`

const largestPiece = 256 * 1024
const pieceRate = 4
/** Milliseconds: checksums on slow storage take long. */
const finishTimeout = 1_800_000
const usualTimeout = 30_000
const maxAttempts = 3

export interface TransferOrder {
  readonly checksum: string
  readonly size: number
  open(range: ByteRange): Promise<Readable>
  /** Bytes per second. */
  readonly throttle: number | null
  readonly signal: AbortSignal
  readonly progressed: (bytes: number) => void
}

export const artifactFile = (home: string, checksum: string) => `${home}/.vermilion/artifacts/${checksum}`

export async function transfer(connection: DeviceConnection, order: TransferOrder): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const position = await readStatus(connection, order.checksum)
    if (position === 'done') return order.progressed(order.size)
    const start = position > order.size ? 0 : position
    order.progressed(start)
    if (start < order.size) await send(connection, order, start)
    const { code, errors } = await connection.run({
      argv: shellCommand(finish, order.checksum),
      timeout: finishTimeout,
      signal: order.signal,
    })
    if (code === 0) return
    // The resumed part may have been corrupt: restart from the beginning.
    if (code !== 9 || attempt >= maxAttempts)
      throw new StepFailed(code === 9 ? 'its checksum differs on the device' : errors.toString('utf8').slice(0, 500))
  }
}

async function readStatus(connection: DeviceConnection, checksum: string): Promise<number | 'done'> {
  const { code, output, errors } = await connection.run({
    argv: shellCommand(statusScript, checksum),
    timeout: usualTimeout,
  })
  const message = output.toString('utf8').trim()
  if (code === 0 && message === 'done') return 'done'
  if (code === 0 && /^\d+$/.test(message)) return Number(message)
  throw new StepFailed(errors.toString('utf8').slice(0, 500) || `it said ${message.slice(0, 100)}`)
}

async function send(connection: DeviceConnection, order: TransferOrder, start: number): Promise<void> {
  const { checksum, size, throttle, signal, progressed } = order
  signal.throwIfAborted()
  const { channel, exit } = await connection.start({ argv: shellCommand(append, checksum) })
  let errors = ''
  channel.stderr.on('data', (bytes: Buffer) => void (errors = (errors + bytes.toString('utf8')).slice(-500)))
  channel.on('error', () => undefined).resume()
  const outcome = exit.then(({ code }) => {
    if (code !== 0) throw new StepFailed(errors.trim() || `writing ended with ${code ?? '?'}`)
  })
  outcome.catch(() => undefined)
  const stop = () => channel.close()
  signal.addEventListener('abort', stop)
  const pieceSize = throttle === null ? largestPiece : Math.min(largestPiece, Math.ceil(throttle / pieceRate))
  const startedAt = performance.now()
  let sent = 0
  let content: Readable | undefined
  try {
    content = await order.open({ start, end: size - 1 })
    for await (const bytes of inPieces(content, pieceSize)) {
      signal.throwIfAborted()
      if (!channel.write(bytes)) await Promise.race([once(channel, 'drain'), outcome.then(() => stopped(signal))])
      sent += bytes.length
      progressed(start + sent)
      if (throttle !== null) {
        const due = startedAt + (sent / throttle) * 1_000
        await Promise.race([delay(Math.max(0, due - performance.now()), undefined, { signal }), outcome])
      }
    }
    channel.end()
    await outcome
    signal.throwIfAborted()
  } catch (error) {
    // A waiting writer would hold a channel.
    channel.close()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    content?.destroy()
  }
}

function stopped(signal: AbortSignal): never {
  signal.throwIfAborted()
  throw new StepFailed('writing ended early')
}

async function* inPieces(content: Readable, size: number): AsyncGenerator<Buffer> {
  for await (const part of content) {
    const bytes = part as Buffer
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }
}

export async function freeRoom(connection: DeviceConnection): Promise<number> {
  const { code, output, errors } = await connection.run({ argv: shellCommand(freeSpaceScript), timeout: usualTimeout })
  const free = Number(output.toString('utf8').trim())
  if (code !== 0 || !Number.isFinite(free)) throw new StepFailed(errors.toString('utf8').slice(0, 500))
  return free * 1_024
}

/** A device has one order at a time, so leftovers of others are removed. */
export async function tidyDevice(
  connection: DeviceConnection,
  { orderId, checksums }: { orderId: string; checksums: readonly string[] },
): Promise<void> {
  await connection.run({ argv: shellCommand(tidy, orderId, ...checksums), timeout: usualTimeout })
}

export async function readDevice(connection: DeviceConnection): Promise<{ home: string; bootId: string }> {
  const script = `echo "\${HOME:-/root}"; cat /proc/sys/kernel/random/boot_id`
  const { output } = await connection.run({ argv: shellCommand(script), timeout: usualTimeout })
  const [home = '', bootId = ''] = output.toString('utf8').trim().split('\n')
  if (!home.startsWith('/')) throw new StepFailed('it does not say its home folder')
  return { home, bootId }
}

/** After a second, so that this command can finish. */
export async function reboot(connection: DeviceConnection): Promise<void> {
  const script = `(sleep 1; if [ "$(id -u)" = 0 ]; then reboot; else sudo -n reboot; fi) </dev/null >/dev/null 2>&1 &`
  await connection.run({ argv: shellCommand(script), timeout: usualTimeout })
}
