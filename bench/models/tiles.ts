/**
 * Cost of reading an image in tiles: `npm run bench models/tiles -- --rounds 9 --size 320`. Compared with the sum of its parts,
 * which are the same tiles and the full image, cut beforehand and read by the same model as images of their own. Both alternate,
 * so that other load affects them equally; the ratio is the median over pairs. On one thread, as inference tasks run.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { cutTiles } from '@vermilion/contract/detection/tiles/tiles'
import type { Pixels } from '../../trainer/src/data/decode-image.ts'
import { openModel } from '../../trainer/src/inference/open-model.ts'
import { cutPixels } from '../../trainer/src/inference/read-tiled.ts'
import { untrainedDetector } from './ground/untrained-detector.ts'

const target = { ratio: 1.1 }
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    size: { type: 'string', default: '320' },
    width: { type: 'string', default: '32' },
  },
})
const [rounds, size, width] = [values.rounds, values.size, values.width].map(Number) as [number, number, number]
const tiles = { overlap: 0.2, hasFullPicture: true }
/** Hundreds of predictions of the untrained network lie above it, as in a crowded image. */
const options = { isMeasured: false, confidence: 0.0104 }
const say = (name: string, value: string) => console.log(`${name.padEnd(64)}${value}`)

function noise(): Pixels {
  const [across, down] = [1_920, 1_080]
  const rgb = new Uint8Array(3 * across * down)
  let state = 1
  for (let at = 0; at < rgb.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    rgb[at] = state >>> 24
  }
  return { rgb, width: across, height: down }
}

interface Spent {
  /** Milliseconds. */
  readonly clock: number
  readonly processor: number
}

async function spentBy(work: () => Promise<unknown>): Promise<Spent> {
  const processorAtStart = process.cpuUsage()
  const start = performance.now()
  await work()
  const clock = performance.now() - start
  const { user, system } = process.cpuUsage(processorAtStart)
  return { clock, processor: (user + system) / 1_000 }
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

const model = await openModel(untrainedDetector(size, width), 1)
const picture = noise()
const cut = cutTiles(picture, { width: size, height: size }, tiles)
const parts = [picture, ...cut.map((tile) => cutPixels(picture, tile))]

const readParts = async () => {
  for (const part of parts) await model.read(part, options)
}
const readTiled = () => model.read(picture, { ...options, tiles })

await readParts()
const { predictions } = await readTiled()
const pairs: { sum: Spent; tiled: Spent }[] = []
for (let round = 0; round < rounds; round += 1) {
  const isSumFirst = round % 2 === 0
  const first = await spentBy(isSumFirst ? readParts : readTiled)
  const second = await spentBy(isSumFirst ? readTiled : readParts)
  pairs.push(isSumFirst ? { sum: first, tiled: second } : { sum: second, tiled: first })
}
const ratioBy = (key: keyof Spent) => median(pairs.map(({ sum, tiled }) => tiled[key] / sum[key]))
say('parts: tiles and the full image', `${parts.length}, ${predictions.length} predictions after merging`)
for (const key of ['clock', 'processor'] as const) {
  const each = pairs.map(({ sum, tiled }) => (tiled[key] / sum[key]).toFixed(2)).join(' ')
  const [sum, tiled] = [median(pairs.map((pair) => pair.sum[key])), median(pairs.map((pair) => pair.tiled[key]))]
  say(`sum of the parts and in tiles by the ${key}, ms`, `${sum.toFixed(0)} and ${tiled.toFixed(0)}`)
  say(`in tiles, of the sum of its parts, by the ${key}`, `${ratioBy(key).toFixed(3)} (pairs ${each})`)
}
say(
  'load of the machine',
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' '),
)
await model.release()
if (ratioBy('clock') > target.ratio) {
  console.error(`  the target is ${target.ratio} of the sum of its parts`)
  process.exitCode = 1
}
