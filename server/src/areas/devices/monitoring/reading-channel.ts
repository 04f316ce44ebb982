import type { DeviceConnection } from '../connection/connection.ts'
import { type Line, linesOf } from './lines.ts'
import { scriptCommand } from './scripts.ts'

const maxOutputBytes = 65_536

export type ReadingChannel = Awaited<ReturnType<typeof openReadingChannel>>

export async function openReadingChannel(connection: DeviceConnection, root = '') {
  const { channel, exit } = await connection.start({ argv: await scriptCommand('readings', root) })
  let number = 0
  let gathered = ''
  let waiting: { resolve: (lines: Line[]) => void; reject: (error: Error) => void } | null = null
  let isOpen = true

  function end(error: Error): void {
    isOpen = false
    waiting?.reject(error)
    waiting = null
  }
  function refuse(detail: string): void {
    end(new Error(detail))
    channel.close()
  }

  channel.on('error', (error: Error) => end(error))
  channel.stderr.resume()
  exit.then(
    () => end(new Error('the shell of the readings ended')),
    (error: Error) => end(error),
  )
  channel.on('data', (bytes: Buffer) => {
    if (!isOpen) return
    // One character per byte: non-ASCII text is not used.
    gathered += bytes.toString('latin1')
    if (gathered.length > maxOutputBytes) return refuse('it wrote more than a reading')
    if (!gathered.endsWith('\n.\n')) return
    const lines = linesOf(gathered)
    gathered = ''
    const [key, value] = lines[0] ?? []
    if (waiting === null || key !== 'r' || value !== String(number)) return refuse('it wrote what is no reading')
    const { resolve } = waiting
    waiting = null
    resolve(lines)
  })

  return {
    read(kind: 'quick' | 'slow'): Promise<Line[]> {
      return new Promise((resolve, reject) => {
        if (!isOpen || waiting !== null) return reject(new Error('the channel of the readings is not free'))
        number += 1
        waiting = { resolve, reject }
        channel.write(`${kind === 'slow' ? 's' : 'f'} ${number}\n`)
      })
    },
    close(): void {
      end(new Error('the channel of the readings was closed'))
      channel.close()
    },
  }
}
