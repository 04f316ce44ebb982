import { parseArgs } from 'node:util'
import { sceneConfig, type SampleFormat } from '@vermilion/contract/scenes'
import { renderSampleFolder } from '#areas/spaces'
import { type Command, UsageError } from './command.ts'
import { renderIntoSpace } from './sample-space.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const options = { output: text, space: text, labeled: flag, count: text, seed: text, size: text, format: text } as const

export const sample: Command = {
  usage: [
    [
      'sample --space NAME',
      'renders floor scenes into a new data space; --labeled also makes a labeled dataset of them',
    ],
    ['sample --output DIR', 'renders labeled floor scenes into a folder, as --format coco or yolo'],
    ['sample … --count N --seed S --size 640x480', 'says how many and which'],
  ],
  async run(parameters, config) {
    const { output, space, labeled, format, size, ...numbers } = parseArgs({ args: parameters, options }).values
    const count = numbers.count === undefined ? undefined : Number(numbers.count)
    const seed = numbers.seed === undefined ? undefined : Number(numbers.seed)
    const say = (line: string) => console.log(line)
    if (space !== undefined) {
      await renderIntoSpace(config, { name: space, labeled, count, seed, ...sizeOf(size) }, say)
      return 0
    }
    if (output === undefined) throw new UsageError('Say where the images go.')
    if (format !== undefined && format !== 'coco' && format !== 'yolo') throw new UsageError(`No format ${format}`)
    await runSample({ output, count, seed, size, format }, say)
    return 0
  },
}

function sizeOf(size = '640x480'): { width: number; height: number } {
  const [, width, height] = /^(\d+)x(\d+)$/i.exec(size) ?? []
  if (width === undefined || height === undefined) throw new Error(`--size ${size}: write it as 640x480`)
  return { width: Number(width), height: Number(height) }
}

export interface SampleOptions {
  readonly output: string
  readonly count?: number | undefined
  readonly seed?: number | undefined
  readonly size?: string | undefined
  readonly format?: SampleFormat | undefined
}

/** `say` prints a line. Throws an error whose message names the invalid option. */
export async function runSample(options: SampleOptions, say: (line: string) => void): Promise<void> {
  const { output, count, seed, size, format = 'coco' } = options
  const parsed = sceneConfig.safeParse({ count, seed, ...sizeOf(size) })
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const config = parsed.data
  const every = Math.max(1, Math.ceil(config.count / 10))
  const rendered = await renderSampleFolder({ folder: output, config, format }, ({ images }) => {
    if (images % every === 0 && images < config.count) say(`${images} of ${config.count} images`)
  })
  say(`${rendered.images} images with ${rendered.boxes} boxes in ${output} (${format}, seed ${config.seed})`)
}
