import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { spawnProgram } from '#platform/processes/start-program'

const program = fileURLToPath(new URL('../../../../../../trainer/src/sample-materials.ts', import.meta.url))

/** Tiles per material (a scene uses one), their side in pixels, and the first seed. */
const tiles = { count: 8, size: 128, seed: 1 } as const
export const tilesVersion = 1
export const lastTile = `material-${String(tiles.count - 1).padStart(3, '0')}.png`
const maxShown = 2_000

export interface TileOrder {
  readonly lora: string
  readonly strength: number
  readonly output: string
}

export async function sampleTiles({ lora, strength, output }: TileOrder, signal: AbortSignal): Promise<void> {
  const options = { lora, strength, output, ...tiles }
  const argv = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawnProgram(process.execPath, [program, ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors = `${errors}${part}`.slice(-maxShown)))
  const [code] = (await once(child, 'close')) as [number | null]
  signal.throwIfAborted()
  if (code !== 0) throw new Error(`the material could not be painted: ${errors.trim() || `exit code ${code}`}`)
}
