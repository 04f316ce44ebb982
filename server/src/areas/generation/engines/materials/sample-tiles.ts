import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { spawnProgram } from '#platform/processes/start-program'

const program = fileURLToPath(new URL('../../../../../../trainer/src/sample-materials.ts', import.meta.url))

/** Tiles of a material, of which each scene lays one; pixels of a side; and the seed of the first. */
const tiles = { count: 8, size: 128, seed: 1 } as const
/** Raised with every change of the base or of how it is painted: tiles of before are painted anew. */
export const tilesVersion = 1
/** The one that is painted last. */
export const lastTile = `material-${String(tiles.count - 1).padStart(3, '0')}.png`
/** Characters of what the program says that are kept. */
const keptWords = 2_000

export interface TileOrder {
  /** The LoRA by its path. */
  readonly lora: string
  readonly strength: number
  /** An empty folder. */
  readonly output: string
}

/** Paints the tiles of a material in a process of its own. The same order gives the same tiles. */
export async function sampleTiles({ lora, strength, output }: TileOrder, signal: AbortSignal): Promise<void> {
  const options = { lora, strength, output, ...tiles }
  const argv = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawnProgram(process.execPath, [program, ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (words = `${words}${part}`.slice(-keptWords)))
  const [code] = (await once(child, 'close')) as [number | null]
  signal.throwIfAborted()
  if (code !== 0) throw new Error(`the material could not be painted: ${words.trim() || `exit code ${code}`}`)
}
